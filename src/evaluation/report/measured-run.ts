import type { Category } from '../../problems/problem.ts';
import { readJournal } from '../run/journal.ts';
import type { EpisodeLine, FailureLine } from '../run/journal-line.ts';
import { type RunRecord, readRun } from '../run/run-record.ts';

/** Results on one problem. */
export interface MeasuredProblem {
  readonly id: string;
  readonly category: Category;
  readonly cluster: string;
  readonly samples: number;
  readonly successes: number;
  readonly benchmarkSuccesses: number;
  /** `null` if it was not run, or not yet. */
  readonly greedy: boolean | null;
  readonly benchmarkGreedy: boolean | null;
}

/** A run with all its results. */
export interface MeasuredRun {
  readonly run: RunRecord;
  readonly problems: readonly MeasuredProblem[];
  readonly episodes: readonly EpisodeLine[];
  readonly failures: readonly FailureLine[];
}

/** Whether every sample of every problem was measured. */
export function isSampled({ run, problems }: Pick<MeasuredRun, 'run' | 'problems'>): boolean {
  return problems.every(({ samples }) => samples === run.k);
}

export function loadMeasuredRun(folder: string): MeasuredRun {
  const run = readRun(folder);
  const { episodes, failures } = readJournal(folder);
  return measuredRun(run, episodes, failures);
}

/** Episodes in the order of the run, not of completion, so that no result depends on timing. */
export function measuredRun(
  run: RunRecord,
  episodes: readonly EpisodeLine[],
  failures: readonly FailureLine[],
): MeasuredRun {
  const places = new Map(run.problems.map(({ id }, place) => [id, place]));
  const order = (line: EpisodeLine | FailureLine): string =>
    `${line.mode} ${String(line.sample).padStart(6, '0')} ${String(places.get(line.problem_id) ?? -1).padStart(6, '0')}`;
  const known = episodes.filter((line) => places.has(line.problem_id));
  const byOrder = (left: EpisodeLine | FailureLine, right: EpisodeLine | FailureLine): number => {
    const [one, other] = [order(left), order(right)];
    return one < other ? -1 : one > other ? 1 : 0;
  };
  const sorted = known.toSorted(byOrder);
  const byProblem = Map.groupBy(sorted, ({ problem_id }) => problem_id);
  return {
    run,
    episodes: sorted,
    failures: failures.toSorted(byOrder),
    problems: run.problems.map(({ id, category, cluster }) => {
      const lines = byProblem.get(id) ?? [];
      const sampled = lines.filter(({ mode }) => mode === 'sampled');
      const greedy = lines.find(({ mode }) => mode === 'greedy');
      return {
        id,
        category,
        cluster,
        samples: sampled.length,
        successes: sampled.filter(({ success }) => success).length,
        benchmarkSuccesses: sampled.filter(({ benchmark_success }) => benchmark_success).length,
        greedy: greedy?.success ?? null,
        benchmarkGreedy: greedy?.benchmark_success ?? null,
      };
    }),
  };
}
