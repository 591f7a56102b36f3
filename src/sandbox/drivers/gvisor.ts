import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from '../driver.ts';
import { INSIDE, imageOf, type SandboxSetup } from '../process/sandbox-setup.ts';
import { seccompProfile } from '../seccomp/seccomp-profile.ts';

/** A separate user-space kernel (`runsc`), without a container engine and without root. */
export function gvisor(program = 'runsc'): Driver {
  const common = (setup: SandboxSetup) => ['--root', join(setup.box.path, 'state'), '--rootless', '--ignore-cgroups'];
  // The guest kernel is not ours, but it does not charge System V shared memory to any process, so our filter is
  // applied there too.
  const run = ['--host-uds=open', '--network=none', '--platform=ptrace', '--oci-seccomp'];
  return {
    name: 'gvisor',
    tier: 1,
    countable: true,
    answersOn: 'standard output',
    dropsCapabilities: true,
    port: 80,
    usesImage: true,
    overheadBytes: 320 * 1024 ** 2,
    overheadProcesses: 1_024,
    paths: () => ({ agent: `${INSIDE.agent}/agent.py`, socket: `${INSIDE.gateway}/proxy.sock` }),
    prepare: (place) => {
      const bundle = join(place.box.path, 'bundle');
      mkdirSync(bundle);
      mkdirSync(join(place.box.path, 'state'));
      writeFileSync(join(bundle, 'config.json'), JSON.stringify(gvisorBundle(place)));
    },
    launch: (place) => ({
      command: program,
      arguments: [...common(place), ...run, 'run', '--bundle', join(place.box.path, 'bundle'), place.id],
      environment: { PATH: '/usr/bin:/bin', HOME: place.box.path, XDG_RUNTIME_DIR: place.box.path },
    }),
    stop: (place) => ({
      command: program,
      arguments: [...common(place), 'delete', '--force', place.id],
      environment: { PATH: '/usr/bin:/bin', HOME: place.box.path },
    }),
  };
}

/** An OCI runtime bundle's `config.json`. */
export function gvisorBundle(setup: SandboxSetup): object {
  const { python, box, limits, environment } = setup;
  const readOnly = (source: string, destination: string) => ({
    destination,
    source,
    type: 'bind',
    options: ['ro', 'bind', 'nosuid', 'nodev'],
  });
  const scratch = (destination: string) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', 'nodev', 'noexec', `size=${limits.scratchBytes}`],
  });
  const capabilities = ['CAP_NET_BIND_SERVICE'];
  return {
    ociVersion: '1.0.0',
    process: {
      terminal: false,
      user: { uid: 0, gid: 0 },
      args: [python.executable, '-I', '-S', '-B', `${INSIDE.library}/start.py`],
      env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      cwd: INSIDE.scratch,
      capabilities: { bounding: capabilities, effective: capabilities, permitted: capabilities },
      noNewPrivileges: true,
    },
    root: { path: imageOf(setup), readonly: true },
    hostname: 'sandbox',
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'size=1m'] },
      scratch('/dev/shm'),
      scratch(INSIDE.scratch),
      readOnly(box.agent, INSIDE.agent),
      readOnly(box.gateway, INSIDE.gateway),
    ],
    // `--rootless` creates the user namespace itself and fails if the bundle requests one.
    linux: {
      namespaces: ['pid', 'network', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
      // Most versions of runsc answer every refusal with EPERM. What the rules left out concern, namespaces and locks, is
      // in the guest's own kernel.
      seccomp: seccompProfile({ hasErrors: false }),
    },
  };
}
