import type { MeasuredRun } from '../../evaluation/report.ts';
import type { SeededRates } from '../../statistics/student-t.ts';

export const MEASURES = ['pass@1', 'greedy'] as const;
export type Measure = (typeof MEASURES)[number];

/** One row of the tables: an arm, the untrained model, or a policy without a model, with one run for each seed. */
export interface MeasuredArm {
  readonly label: string;
  /** By measure: sampled episodes at the temperature that is reported, and greedy ones. */
  readonly runs: Readonly<Record<Measure, readonly MeasuredRun[]>>;
}

export interface ProblemRates extends SeededRates {
  readonly category: string;
  /** Whether `top1` solves it; `null` where the run does not say. */
  readonly top1: boolean | null;
}

/** Rates of the problems that every seed has measured whole; a problem of which episodes are missing is left out. */
export function ratesOf({ runs }: MeasuredArm, measure: Measure): ReadonlyMap<string, ProblemRates> {
  const measured = runs[measure].map((run) => rateByProblem(run, measure));
  const [first] = runs[measure];
  const found = (first?.run.problems ?? []).flatMap(
    ({ id, category, cluster, solved_by }): [string, ProblemRates][] => {
      const rates = measured.map((rate) => rate.get(id));
      if (!rates.every((rate) => rate !== undefined)) return [];
      return [[id, { cluster, category, rates, top1: solved_by?.includes('top1') ?? null }]];
    },
  );
  return new Map(found);
}

function rateByProblem({ run, problems }: MeasuredRun, measure: Measure): ReadonlyMap<string, number> {
  return new Map(
    problems.flatMap(({ id, samples, successes, greedy }): [string, number][] => {
      if (measure === 'greedy') return greedy === null ? [] : [[id, greedy ? 1 : 0]];
      return samples < run.k ? [] : [[id, successes / samples]];
    }),
  );
}
