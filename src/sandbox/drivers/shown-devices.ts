import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EMPTY } from '../process/sandbox-setup.ts';

/** Without /dev/zero: mapping it gives shared anonymous memory, which the filter rejects when requested directly. */
export const DEVICES = ['/dev/null', '/dev/full', '/dev/random', '/dev/urandom'] as const;

export const DEV_LINKS: readonly (readonly [name: string, target: string])[] = [
  ['/dev/fd', '/proc/self/fd'],
  ['/dev/stdin', '/proc/self/fd/0'],
  ['/dev/stdout', '/proc/self/fd/1'],
  ['/dev/stderr', '/proc/self/fd/2'],
];

/**
 * Machine-wide counters, through which one sandbox could see what another uses. Network settings belong to the sandbox
 * and stay visible.
 */
const HIDDEN_IN_PROC = [
  ...[
    'acpi',
    'buddyinfo',
    'bus',
    'cgroups',
    'consoles',
    'cpuinfo',
    'crypto',
    'diskstats',
    'driver',
    'fs',
    'interrupts',
  ],
  ...['irq', 'key-users', 'keys', 'loadavg', 'locks', 'mdstat', 'meminfo', 'modules', 'partitions', 'pressure'],
  ...['schedstat', 'scsi', 'softirqs', 'stat', 'swaps', 'tty', 'uptime', 'vmstat', 'zoneinfo'],
  ...['sys/abi', 'sys/debug', 'sys/dev', 'sys/fs', 'sys/kernel', 'sys/user', 'sys/vm'],
];

export interface HiddenPath {
  readonly path: string;
  readonly isFolder: boolean;
}

let hidden: readonly HiddenPath[] | undefined;

/** The paths that exist on this kernel. */
export function hiddenInProc(): readonly HiddenPath[] {
  hidden ??= HIDDEN_IN_PROC.map((name) => `/proc/${name}`)
    .filter((path) => existsSync(path))
    .map((path) => ({ path, isFolder: statSync(path).isDirectory() }));
  return hidden;
}

/** The empty file or folder to mount instead. */
export function emptyIn(image: string, isFolder: boolean): string {
  return join(image, isFolder ? EMPTY.folder : EMPTY.file);
}
