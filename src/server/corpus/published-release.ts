import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_FILE, type ReleaseSummary, summariseRelease } from '../../corpus/release.ts';
import { Fault } from '../../fault/fault.ts';

export interface ReadRelease {
  readonly summary: ReleaseSummary;
  readonly folder: string;
}

/** The release in a folder. Read again when another was put in its place: hashing all of it for every look is too much. */
export class PublishedRelease {
  readonly #folder: string | undefined;
  #known: { readonly written: number; readonly summary: ReleaseSummary } | undefined;

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  async read(): Promise<ReadRelease> {
    const folder = this.#folder;
    const manifest = folder && statSync(join(folder, MANIFEST_FILE), { throwIfNoEntry: false });
    if (!folder || !manifest) throw new Fault('ARTIFACT_NOT_FOUND', { message: 'No corpus is published here.' });
    const written = manifest.mtimeMs;
    if (this.#known?.written !== written) this.#known = { written, summary: await summariseRelease(folder) };
    return { summary: this.#known.summary, folder };
  }
}
