import { DESCRIPTOR, type Driver } from '../driver.ts';
import { INSIDE, imageOf, type SandboxSetup } from '../process/sandbox-setup.ts';
import { DEV_LINKS, DEVICES, emptyIn, hiddenInProc } from './shown-devices.ts';

/** Contains only names of devices and links; nothing is written there. */
const DEV_BYTES = 64 * 1024;

/**
 * Namespaces by bubblewrap, system calls by our own filter. Never started as root: see `nextSandboxUser` in
 * `driven-sandbox.ts`.
 */
export function bubblewrap(program = 'bwrap'): Driver {
  return {
    name: 'bwrap',
    tier: 2,
    countable: true,
    answersOn: 'descriptor',
    dropsCapabilities: true,
    port: 80,
    usesImage: true,
    paths: () => ({ agent: `${INSIDE.agent}/agent.py`, socket: `${INSIDE.gateway}/proxy.sock` }),
    launch: (place) => ({
      command: program,
      arguments: bubblewrapArguments(place),
      environment: { PATH: '/usr/bin:/bin' },
    }),
  };
}

export function bubblewrapArguments(setup: SandboxSetup): string[] {
  const { python, box, limits, environment } = setup;
  const image = imageOf(setup);
  // Uid 0 has no rights outside; a user id other than 0 would lose the one capability needed for port 80.
  const namespaces = ['--unshare-all', '--unshare-user', '--uid', '0', '--gid', '0', '--hostname', 'sandbox'];
  // For the runner, which binds port 80, restricts the network, and drops both capabilities before the agent's first
  // line.
  const kept = ['CAP_NET_BIND_SERVICE', 'CAP_NET_ADMIN', 'CAP_SETPCAP'];
  const capabilities = ['--cap-drop', 'ALL', ...kept.flatMap((name) => ['--cap-add', name])];
  const privileges = [...capabilities, '--new-session', '--die-with-parent'];
  // bubblewrap cannot limit the number of files in a tmpfs; each uses kernel memory that only a cgroup counts.
  const scratch = setup.memoryIsCounted ? [] : ['--remount-ro', INSIDE.scratch, '--remount-ro', '/dev/shm'];
  return [
    ...namespaces,
    ...privileges,
    ...readOnly(image, '/'),
    ...['--proc', '/proc', ...hiddenInProc().flatMap(({ path, isFolder }) => readOnly(emptyIn(image, isFolder), path))],
    ...['--size', String(DEV_BYTES), '--tmpfs', '/dev'],
    ...DEVICES.flatMap((device) => ['--dev-bind', device, device]),
    ...DEV_LINKS.flatMap(([name, target]) => ['--symlink', target, name]),
    ...['--size', String(limits.scratchBytes), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--size', String(limits.scratchBytes), '--tmpfs', INSIDE.scratch],
    ...readOnly(box.agent, INSIDE.agent),
    ...readOnly(box.gateway, INSIDE.gateway),
    ...scratch,
    ...['--chdir', INSIDE.scratch, '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--seccomp', String(DESCRIPTOR.filter)],
    ...['--', python.executable, '-I', '-S', '-B', `${INSIDE.library}/start.py`],
  ];
}

function readOnly(source: string, target: string): string[] {
  return ['--ro-bind', source, target];
}
