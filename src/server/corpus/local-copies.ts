import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeTemporaryFolder, sweepTemporaryFolders } from '../../store/files.ts';

const KIND = 'corpus';

/**
 * Local copies of the files of one release, made when a part of a file is first requested. A blob is always read and
 * verified whole, which is too expensive for one row: a caller that requests many rows would block everything else.
 */
export class LocalCopies {
  readonly #copied = new Map<string, Promise<string>>();
  #folder: string | undefined;

  /** Reads a part of a file; `end` is inclusive. */
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
