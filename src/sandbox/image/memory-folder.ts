import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';
/** What `statfs` says of a tmpfs. */
const TMPFS = 0x01021994;
/** Room for a few dozen images. Containers often get 64 MiB there. */
const ENOUGH_BYTES = 512 * 1024 ** 2;

/**
 * Where images are copied to: in memory if possible, since on disk every attempt would cost writes. The kernel keeps
 * programs from running where the mount says so, even after a remount.
 */
export function memoryFolder(): string {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (type === TMPFS && bavail * bsize >= ENOUGH_BYTES && mayRunPrograms(SHARED_MEMORY)) return SHARED_MEMORY;
  } catch {
    // No such folder, or not for us.
  }
  return tmpdir();
}

function mayRunPrograms(folder: string): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'latin1').split('\n');
  const options = mounts.map((line) => line.split(' ')).findLast(([, path]) => path === folder)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}
