import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Only root may mount a disk. */
export const CAN_HAVE_SMALL_DISK = process.platform === 'linux' && process.getuid?.() === 0;

const BYTES = 6 * 1024 ** 2;
const SMALLEST_PIECE = 4096;

/** A folder on a separate small disk that is quickly full. */
export class SmallDisk {
  readonly folder: string;
  readonly #filling: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#filling = join(folder, 'filling');
  }

  static mount(folder: string): SmallDisk {
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', folder]);
    return new SmallDisk(folder);
  }

  /** Fills the disk to the last page. */
  fill(): void {
    for (let size = BYTES; size >= SMALLEST_PIECE; size /= 2) {
      try {
        writeFileSync(this.#filling, Buffer.alloc(size), { flag: 'a' });
      } catch {
        // What fitted was written.
      }
    }
  }

  clear(): void {
    rmSync(this.#filling, { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.folder]);
  }
}
