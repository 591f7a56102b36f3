import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Arena } from '../../arena/arena.ts';
import { newestReleaseNumber, readRelease } from '../../arena/corpus.ts';
import { readStoredFile } from '../../corpus/arena.ts';
import { MANIFEST_FILE, type ReleaseSummary, releaseSummarySchema, summariseRelease } from '../../corpus/release.ts';
import { Fault } from '../../fault/fault.ts';

export interface ReadRelease {
  readonly summary: ReleaseSummary;
  /** A file that the summary lists. */
  open(name: string): Readable;
}

/** Port: the release that everybody may have. */
export interface PublishedRelease {
  read(): Promise<ReadRelease>;
}

/** The release in a folder. Read again when another was put in its place: hashing all of it for every look is too much. */
export class ReleaseInFolder implements PublishedRelease {
  readonly #folder: string;
  #known: { readonly written: number; readonly summary: ReleaseSummary } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(): Promise<ReadRelease> {
    const folder = this.#folder;
    const manifest = statSync(join(folder, MANIFEST_FILE), { throwIfNoEntry: false });
    if (!manifest) throw nothingPublished();
    const written = manifest.mtimeMs;
    if (this.#known?.written !== written) this.#known = { written, summary: await summariseRelease(folder) };
    return { summary: this.#known.summary, open: (name) => createReadStream(join(folder, name)) };
  }
}

/** The newest release of the arena, from its database and blob store, so that every process serves the same. */
export class ReleaseOfArena implements PublishedRelease {
  readonly #arena: Pick<Arena, 'database' | 'blobs'>;
  #known: { readonly number: number; readonly release: ReadRelease } | undefined;

  constructor(arena: Pick<Arena, 'database' | 'blobs'>) {
    this.#arena = arena;
  }

  async read(): Promise<ReadRelease> {
    const { database, blobs } = this.#arena;
    const number = await newestReleaseNumber(database.reader);
    if (number === undefined) throw nothingPublished();
    if (this.#known?.number !== number) {
      const { summary, files } = await readRelease(database.reader, number);
      const stored = new Map(files.map((file) => [file.name, file]));
      const release = {
        summary: releaseSummarySchema.parse(summary),
        open: (name: string) => readStoredFile(blobs, stored.get(name)!),
      };
      this.#known = { number, release };
    }
    return this.#known.release;
  }
}

function nothingPublished(): Fault {
  return new Fault('ARTIFACT_NOT_FOUND', { message: 'No corpus is published here.' });
}
