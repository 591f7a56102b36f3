import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const SHARED_MEMORY = '/dev/shm';
/** `statfs` type of a tmpfs. */
const TMPFS = 0x01021994;
/** Enough space for a few dozen images. Containers often have only 64 MiB there. */
const ENOUGH_BYTES = 512 * 1024 ** 2;

/**
 * Folder for copies of images: in memory if possible, because on disk every attempt would cause writes. On a mount with
 * `noexec`, programs cannot run even after a remount.
 */
export function memoryFolder(): string {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (type === TMPFS && bavail * bsize >= ENOUGH_BYTES && mayRunPrograms(SHARED_MEMORY)) return SHARED_MEMORY;
  } catch {
    // The folder does not exist or is not writable.
  }
  return tmpdir();
}

function mayRunPrograms(folder: string): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'latin1').split('\n');
  const options = mounts.map((line) => line.split(' ')).findLast(([, path]) => path === folder)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}
