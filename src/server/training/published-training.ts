import { Fault } from '../../fault/fault.ts';
import { type TrainingSummary, thinned, trainingSummarySchema } from '../../training/summary.ts';
import { type FoundFile, newestSummary } from './found-files.ts';
import { type BrokenFile, readPublicFile } from './read-public-file.ts';

/** The summary, or why it cannot be shown. */
export type ReadTraining = { readonly ok: true; readonly summary: TrainingSummary } | BrokenFile;

/** A screen has no more columns than this. */
const MOST_POINTS = 1_000;

/** The newest training in a folder. Read again if another is newest or its file has changed. */
export class PublishedTraining {
  readonly #folder: string | undefined;
  readonly #onBroken: (broken: BrokenFile) => void;
  #known: { readonly version: string; readonly read: Promise<ReadTraining> } | undefined;

  /** `onBroken` is called once for every version of a file that cannot be shown. */
  constructor(folder: string | undefined, onBroken: (broken: BrokenFile) => void) {
    this.#folder = folder;
    this.#onBroken = onBroken;
  }

  async read(): Promise<ReadTraining> {
    const found = this.#folder === undefined ? undefined : await newestSummary(this.#folder);
    if (found === undefined)
      throw new Fault('ARTIFACT_NOT_FOUND', { message: 'This arena publishes no training runs.' });
    if (this.#known?.version !== found.version) {
      this.#known = { version: found.version, read: this.#readFile(found) };
    }
    return await this.#known.read;
  }

  async #readFile(found: FoundFile): Promise<ReadTraining> {
    const read = await readSummary(found);
    if (!read.ok) this.#onBroken(read);
    return read;
  }
}

export async function readSummary(found: FoundFile): Promise<ReadTraining> {
  const read = await readPublicFile(found, trainingSummarySchema);
  if (!read.ok) return read;
  const curves = read.value.curves.map((curve) => ({ ...curve, points: thinned(curve.points, MOST_POINTS) }));
  return { ok: true, summary: { ...read.value, curves } };
}
