import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Arena } from '../../arena/arena.ts';
import { newestReleaseNumber, readRelease } from '../../arena/corpus.ts';
import { readStoredFile } from '../../corpus/arena.ts';
import {
  MANIFEST_FILE,
  type OpenFile,
  type ReleaseSummary,
  releaseSummarySchema,
  summariseRelease,
} from '../../corpus/release.ts';
import { Fault } from '../../fault/fault.ts';
import { LocalCopies } from './local-copies.ts';

export interface ReadRelease {
  /** Stays the same object while the same release is published. */
  readonly summary: ReleaseSummary;
  /** Opens a file that the summary lists. */
  readonly open: OpenFile;
}

/** Port: the published release. */
export interface PublishedRelease {
  read(): Promise<ReadRelease>;
}

/**
 * The release in a folder. Read again only if it was replaced, because hashing all of it on every request is too
 * expensive.
 */
export class ReleaseInFolder implements PublishedRelease {
  readonly #folder: string;
  #known: { readonly written: number; readonly summary: Promise<ReleaseSummary> } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(): Promise<ReadRelease> {
    const folder = this.#folder;
    const manifest = statSync(join(folder, MANIFEST_FILE), { throwIfNoEntry: false });
    if (!manifest) throw nothingPublished();
    const written = manifest.mtimeMs;
    if (this.#known?.written !== written) {
      // Stored before it is complete, so that concurrent requests share one read.
      const known = { written, summary: summariseRelease(folder) };
      this.#known = known;
      known.summary.catch(() => {
        if (this.#known === known) this.#known = undefined;
      });
    }
    return { summary: await this.#known!.summary, open: (name, range) => createReadStream(join(folder, name), range) };
  }
}

/** The newest release of the arena, from its database and blob store, so that every process serves the same. */
export class ReleaseOfArena implements PublishedRelease {
  readonly #arena: Pick<Arena, 'database' | 'blobs'>;
  #copies = new LocalCopies();
  #known: { readonly number: number; readonly release: Promise<ReadRelease> } | undefined;

  constructor(arena: Pick<Arena, 'database' | 'blobs'>) {
    this.#arena = arena;
  }

  async read(): Promise<ReadRelease> {
    const number = await newestReleaseNumber(this.#arena.database.reader);
    if (number === undefined) throw nothingPublished();
    if (this.#known?.number !== number) {
      const known = { number, release: this.#open(number) };
      this.#known = known;
      known.release.catch(() => {
        if (this.#known === known) this.#known = undefined;
      });
    }
    return await this.#known!.release;
  }

  async #open(number: number): Promise<ReadRelease> {
    const { database, blobs } = this.#arena;
    const { summary, files } = await readRelease(database.reader, number);
    const stored = new Map(files.map((file) => [file.name, file]));
    // Copies of the previous release are no longer needed.
    this.#copies.remove();
    const copies = new LocalCopies();
    this.#copies = copies;
    return {
      summary: releaseSummarySchema.parse(summary),
      open: (name, range) => {
        const openWhole = (): Readable => readStoredFile(blobs, stored.get(name)!);
        return range === undefined ? openWhole() : copies.read(name, openWhole, range);
      },
    };
  }
}

function nothingPublished(): Fault {
  return new Fault('ARTIFACT_NOT_FOUND', { message: 'This arena publishes no corpus.' });
}
