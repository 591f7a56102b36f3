import type { MeasuredRun } from '../../evaluation/report.ts';
import { mean } from '../../statistics/mean.ts';
import type { SeededRates } from '../../statistics/student-t.ts';

/** The mean rule score says more about weak models than the number of solved problems, but it is not in any plan. */
export const MEASURES = ['pass@1', 'greedy', 'rule score'] as const;
export type Measure = (typeof MEASURES)[number];

/** Measures named in the plans of docs/experiment.md. */
export const PLANNED_MEASURES = ['pass@1', 'greedy'] as const satisfies readonly Measure[];

/** One row of the tables: an arm, the untrained model, or a policy without a model, with one run for each seed. */
export interface MeasuredArm {
  readonly label: string;
  /** By measure: sampled episodes at the reported temperature, and greedy episodes. */
  readonly runs: Readonly<Record<(typeof PLANNED_MEASURES)[number], readonly MeasuredRun[]>>;
}

/** Runs used for a measure. Rule scores come from the sampled episodes. */
export function runsOf({ runs }: MeasuredArm, measure: Measure): readonly MeasuredRun[] {
  return runs[measure === 'rule score' ? 'pass@1' : measure];
}

export interface ProblemRates extends SeededRates {
  readonly category: string;
  /** Whether `top1` solves the problem; `null` if the run does not record it. */
  readonly top1: boolean | null;
}

/** Rates of the problems for which every seed has all episodes. Problems with missing episodes are left out. */
export function ratesOf(arm: MeasuredArm, measure: Measure): ReadonlyMap<string, ProblemRates> {
  const runs = runsOf(arm, measure);
  const measured = runs.map((run) => rateByProblem(run, measure));
  const [first] = runs;
  const found = (first?.run.problems ?? []).flatMap(
    ({ id, category, cluster, solved_by }): [string, ProblemRates][] => {
      const rates = measured.map((rate) => rate.get(id));
      if (!rates.every((rate) => rate !== undefined)) return [];
      return [[id, { cluster, category, rates, top1: solved_by?.includes('top1') ?? null }]];
    },
  );
  return new Map(found);
}

function rateByProblem({ run, problems, episodes }: MeasuredRun, measure: Measure): ReadonlyMap<string, number> {
  const sampled = Map.groupBy(
    episodes.filter(({ mode }) => mode === 'sampled'),
    ({ problem_id }) => problem_id,
  );
  return new Map(
    problems.flatMap(({ id, samples, successes, greedy }): [string, number][] => {
      if (measure === 'greedy') return greedy === null ? [] : [[id, greedy ? 1 : 0]];
      if (samples < run.k) return [];
      if (measure === 'pass@1') return [[id, successes / samples]];
      const rules = sampled.get(id)?.map(({ rule }) => rule);
      return rules === undefined ? [] : [[id, mean(rules)]];
    }),
  );
}
