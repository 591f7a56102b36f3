import { type OpenedRelease, openRelease } from '../../corpus/release.ts';
import { Fault } from '../../fault/fault.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import type { Problem } from '../../problems/problem.ts';
import { sha256 } from '../../store/sha256.ts';
import { type CorpusTraceOptions, corpusTrace, type LeftOut } from './corpus-trace.ts';
import { ProblemQuotes } from './problem-quotes.ts';
import type { Trace } from './trace.ts';
import {
  type AskingRow,
  type MeasuredSuites,
  problemAsked,
  rowAsked,
  type TrainedQuestion,
  type TrainedSet,
} from './trained-question.ts';

export interface TrainingCorpus {
  readonly name: string;
  /** SHA-256 of the manifest, which contains the hash of every file. */
  readonly manifest: string;
  /** In the order of the release. */
  readonly traces: readonly (Trace | LeftOut)[];
  /** Questions in the release, for leak detection. Each is named after the first row that asks it. */
  readonly asked: TrainedSet;
  readonly simulated: boolean;
}

/**
 * Reads the train split of a release. Every row names its own split; a row of another split is rejected wherever it
 * is stored. The answers of problems come from `known`. For unknown problems they come from the row, if it contains
 * them.
 */
export async function readCorpus(
  folder: string,
  options: CorpusTraceOptions,
  { known, guarded }: MeasuredSuites,
  market?: MarketIndex,
): Promise<TrainingCorpus> {
  const release: OpenedRelease = await openRelease(folder);
  const tools = release.tools('train');
  const traces: (Trace | LeftOut)[] = [];
  const questions = new Map<string, TrainedQuestion>();
  const quotes = new ProblemQuotes(guarded);
  let simulated = false;
  for await (const row of release.rows('train')) {
    if (row.split !== 'train') {
      throw new Fault('INPUT_INVALID', {
        message: `Row ${row.id} of ${release.manifest.name} belongs to the split ${row.split} but is in the training split.`,
        remedy: 'Build the release again with `assay corpus build`. Nothing was trained.',
        extra: { row: row.id, split: row.split },
      });
    }
    for (const question of askedIn(row, known.get(row.problem_id), market)) {
      const answers = question.targets.map(({ productId }) => productId);
      const key = [row.problem_id, ...answers, question.query].join('\n');
      if (!questions.has(key)) questions.set(key, { ...question, id: `row ${row.id}` });
    }
    simulated ||= row.policy.simulated;
    const shown = tools(row.tools_ref).text;
    quotes.look(`row ${row.id}`, [row.messages, shown]);
    traces.push(corpusTrace(row, shown, options));
  }
  if (traces.length === 0) {
    throw new Fault('INPUT_INVALID', {
      message: `${release.manifest.name} has no rows in its train split.`,
      remedy: 'Build the release with a larger share for train.',
    });
  }
  return {
    name: release.manifest.name,
    manifest: sha256(release.manifestText),
    traces,
    asked: { name: release.manifest.name, questions: [...questions.values()], quotes: quotes.found },
    simulated,
  };
}

/** For a known problem, both its own question and the row's: a matching id must not hide a different question. */
function askedIn(
  row: AskingRow,
  problem: Problem | undefined,
  market: MarketIndex | undefined,
): readonly Omit<TrainedQuestion, 'id'>[] {
  if (problem === undefined) return [rowAsked(row, market)];
  const asked = problemAsked(problem, market);
  return problem.query === row.query ? [asked] : [asked, rowAsked(row, market)];
}
