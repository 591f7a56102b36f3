import { DESCRIPTOR, type Driver } from '../driver.ts';
import { INSIDE, imageOf, type SandboxSetup } from '../process/sandbox-setup.ts';
import { DEV_LINKS, DEVICES, emptyIn, hiddenInProc } from './shown-devices.ts';

/** The same namespaces, mounts and filter without bubblewrap, created by a script that needs only Python. */
export function stockPython(): Driver {
  return {
    name: 'python',
    tier: 2,
    countable: true,
    answersOn: 'descriptor',
    dropsCapabilities: true,
    port: 80,
    usesImage: true,
    paths: () => ({ agent: `${INSIDE.agent}/agent.py`, socket: `${INSIDE.gateway}/proxy.sock` }),
    launch: (place) => ({
      command: place.python.executable,
      arguments: ['-I', '-S', '-B', place.runtime.launcher, JSON.stringify(blueprint(place))],
      environment: { PATH: '/usr/bin:/bin' },
    }),
  };
}

/** Input of `launcher.py`. */
export function blueprint(setup: SandboxSetup): object {
  const { python, box, limits, environment } = setup;
  const mounts: [source: string, target: string][] = [
    [box.agent, INSIDE.agent],
    [box.gateway, INSIDE.gateway],
  ];
  return {
    image: imageOf(setup),
    mounts,
    devices: DEVICES,
    links: DEV_LINKS,
    hidden: hiddenInProc().map(({ path, isFolder }) => [emptyIn('', isFolder), path]),
    scratch: [INSIDE.scratch, '/dev/shm'],
    scratch_bytes: limits.scratchBytes,
    environment,
    command: [python.executable, '-I', '-S', '-B', `${INSIDE.library}/start.py`],
    working_directory: INSIDE.scratch,
    filter: DESCRIPTOR.filter,
  };
}
