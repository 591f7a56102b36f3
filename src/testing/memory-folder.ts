import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
const PREFIX = 'assay-tests-';
/** Several times the most that a run of all tests was seen to use at once. */
const LEAST_BYTES_FREE = 3 * 1024 ** 3;

/**
 * A folder in memory for the temporary files of a test run; `undefined` if the machine has no memory file system with
 * enough room. Tests sync and delete thousands of small files and would spend a third of their time waiting for a disk.
 * They kill processes, not the machine, so memory is durable enough.
 */
export function memoryFolder(): string | undefined {
  if (!isUsable()) return undefined;
  removeAbandoned();
  const folder = join(SHARED_MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  // Same mode as /tmp, because sandboxes and databases run as other users.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Whether it is a memory file system that allows executing programs: sandboxes start theirs from a temporary folder.
 */
function isUsable(): boolean {
  try {
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const [, , type, options = ''] = mounts.findLast((line) => line.split(' ')[1] === SHARED_MEMORY)?.split(' ') ?? [];
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    const available = Number(/^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1_024;
    const isOpen = type === 'tmpfs' && !/(^|,)(noexec|ro)(,|$)/.test(options);
    return isOpen && Math.min(bavail * bsize, available) >= LEAST_BYTES_FREE;
  } catch {
    return false;
  }
}

/** Removes folders of killed runs, which would use memory until the machine restarts. */
function removeAbandoned(): void {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : Number.NaN;
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(SHARED_MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
