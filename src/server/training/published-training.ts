import { readFile } from 'node:fs/promises';
import { Fault } from '../../fault/fault.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';
import { systemErrorCode } from '../../store/files.ts';
import { type TrainingSummary, thinned, trainingSummarySchema } from '../../training/summary.ts';
import { type FoundSummary, newestSummary } from './newest-summary.ts';
import { withoutPlaces } from './without-places.ts';

/** What is there, and what is wrong with it where it cannot be shown. */
export type ReadTraining = { readonly ok: true; readonly summary: TrainingSummary } | BrokenTraining;

export interface BrokenTraining {
  readonly ok: false;
  readonly path: string;
  readonly reason: string;
}

const MAX_BYTES = 16 * 1024 * 1024;
const BOUNDS = { maxBytes: MAX_BYTES, maxDepth: 12, maxNodes: 1_000_000 };
/** A screen has no more columns. */
const MOST_POINTS = 1_000;

/** The newest training in a folder. Read again when another is newest or it was written again. */
export class PublishedTraining {
  readonly #folder: string | undefined;
  readonly #onBroken: (broken: BrokenTraining) => void;
  #known: { readonly version: string; readonly read: Promise<ReadTraining> } | undefined;

  /** `onBroken` is told once of every version of a file that cannot be shown. */
  constructor(folder: string | undefined, onBroken: (broken: BrokenTraining) => void) {
    this.#folder = folder;
    this.#onBroken = onBroken;
  }

  async read(): Promise<ReadTraining> {
    const found = this.#folder === undefined ? undefined : await newestSummary(this.#folder);
    if (found === undefined) throw new Fault('ARTIFACT_NOT_FOUND', { message: 'No training is published here.' });
    if (this.#known?.version !== found.version) {
      this.#known = { version: found.version, read: this.#readFile(found) };
    }
    return await this.#known.read;
  }

  async #readFile(found: FoundSummary): Promise<ReadTraining> {
    const read = await readSummary(found);
    if (!read.ok) this.#onBroken(read);
    return read;
  }
}

async function readSummary({ path, bytes }: FoundSummary): Promise<ReadTraining> {
  const broken = (reason: string): ReadTraining => ({ ok: false, path, reason });
  if (bytes > MAX_BYTES) return broken(`it has ${bytes} bytes where ${MAX_BYTES} are allowed`);
  let content: Uint8Array;
  try {
    content = await readFile(path);
  } catch (error) {
    return broken(`it cannot be read (${systemErrorCode(error) ?? error})`);
  }
  const json = parseBoundedJson(content, BOUNDS);
  if (!json.ok) return broken(`it is no JSON that is taken: ${json.reason}`);
  const parsed = trainingSummarySchema.safeParse(json.value);
  if (!parsed.success) return broken(describeIssue(parsed.error));
  const summary = withWords(parsed.data, withoutPlaces) as TrainingSummary;
  const curves = summary.curves.map((curve) => ({ ...curve, points: thinned(curve.points, MOST_POINTS) }));
  return { ok: true, summary: { ...summary, curves } };
}

/** The same with every text in it, names of fields included, replaced. */
function withWords(value: unknown, replace: (words: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((each) => withWords(each, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [replace(key), withWords(each, replace)]));
}
