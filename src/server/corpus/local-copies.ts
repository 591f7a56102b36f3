import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../../store/files.ts';

const KIND = 'corpus';

/**
 * Files of one release on this machine's disk, copied when a part of one is first asked for. A blob is read and verified whole, which
 * is too much for a row: a stranger who asks for many rows would stop everything else.
 */
export class LocalCopies {
  readonly #copied = new Map<string, Promise<string>>();
  #folder: string | undefined;

  /** A part of a file; `end` is that of the last byte. */
  read(name: string, openWhole: () => Readable, range: { readonly start: number; readonly end: number }): Readable {
    return Readable.from(this.#read(name, openWhole, range), { objectMode: false });
  }

  remove(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  async *#read(...[name, openWhole, range]: Parameters<LocalCopies['read']>): AsyncGenerator<Uint8Array> {
    let path = this.#copied.get(name);
    if (path === undefined) {
      path = this.#copy(name, openWhole);
      this.#copied.set(name, path);
      path.catch(() => this.#copied.delete(name));
    }
    yield* createReadStream(await path, range) as AsyncIterable<Buffer>;
  }

  async #copy(name: string, openWhole: () => Readable): Promise<string> {
    if (this.#folder === undefined) {
      sweepTemporaryFolders(KIND);
      this.#folder = makeTemporaryFolder(KIND);
    }
    const path = join(this.#folder, name.replaceAll('/', '-'));
    await pipeline(openWhole(), createWriteStream(path));
    return path;
  }
}
