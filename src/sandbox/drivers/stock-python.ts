import { realpathSync } from 'node:fs';
import { DESCRIPTOR, type Driver } from '../driver.ts';
import { INSIDE, type Place } from '../process/place.ts';

/** The same namespaces, mounts and filter without bubblewrap, made by a script that needs only Python itself. */
export function stockPython(): Driver {
  return {
    name: 'python',
    tier: 2,
    countable: true,
    answersOn: 'descriptor',
    dropsCapabilities: true,
    port: 80,
    paths: () => ({ agent: `${INSIDE.agent}/agent.py`, socket: `${INSIDE.door}/proxy.sock` }),
    launch: (place) => ({
      command: place.python.executable,
      arguments: ['-I', '-S', '-B', place.runtime.launcher, JSON.stringify(blueprint(place))],
      environment: { PATH: '/usr/bin:/bin' },
    }),
  };
}

/** What `launcher.py` builds. */
export function blueprint(place: Place): object {
  const { python, runtime, box, limits, environment } = place;
  const mounts: [source: string, target: string][] = [
    [python.executable, python.executable],
    [python.standardLibrary, python.standardLibrary],
    ...python.libraryFolders.map((folder): [string, string] => [folder, folder]),
    [realpathSync(python.loader), python.loader],
    [runtime.etc, '/etc'],
    [runtime.library, INSIDE.library],
    ...Object.entries(python.packages).map(([name, folder]): [string, string] => [
      folder,
      `${INSIDE.library}/site/${name}`,
    ]),
    [box.agent, INSIDE.agent],
    [box.door, INSIDE.door],
  ];
  return {
    mounts,
    scratch: [INSIDE.scratch, '/dev/shm'],
    scratch_bytes: limits.scratchBytes,
    environment,
    command: [python.executable, '-I', '-S', '-B', `${INSIDE.library}/start.py`],
    working_directory: INSIDE.scratch,
    filter: DESCRIPTOR.filter,
  };
}
