import { CATEGORIES, type Category } from '../../problems/problem.ts';
import { mean } from '../../statistics/mean.ts';
import { passAtK, passEveryK } from '../../statistics/pass-k.ts';
import type { Interval } from '../../statistics/wilson-interval.ts';
import { DEFAULT_MAX_OBSERVATION } from '../harness/shorten-observation.ts';
import { countBy } from './count-by.ts';
import { type Effort, effortOf } from './effort.ts';
import { type Estimate, estimateRate } from './estimate.ts';
import { isSampled, type MeasuredProblem, type MeasuredRun } from './measured-run.ts';

interface AtK {
  readonly k: number;
  readonly any: Estimate | null;
  readonly every: Estimate | null;
}

interface CategorySummary {
  readonly category: Category;
  readonly problems: number;
  readonly missing: Missing;
  readonly pass_at_1: Estimate | null;
  readonly greedy: Estimate | null;
}

/** Episodes that are not measured; `null` if the run has no greedy episodes. */
interface Missing {
  readonly sampled: number;
  readonly greedy: number | null;
}

export interface RunSummary {
  readonly label: string;
  readonly model: string;
  readonly checkpoint: string;
  readonly simulated: boolean;
  readonly harness: 4 | 7;
  readonly calls: 'native' | 'tagged';
  /** Present only if it is not the default. */
  readonly max_observation?: number;
  readonly k: number;
  readonly temperature: number;
  readonly seed: number;
  readonly problems: number;
  readonly clusters: number;
  readonly episodes: { readonly expected: number; readonly measured: number };
  readonly missing: Missing;
  readonly provider: {
    readonly spoilt_tries: number;
    readonly by_kind: Readonly<Record<string, number>>;
    /** Episodes that were measured after a provider failure. */
    readonly rerun: number;
    readonly retries: number;
  };
  readonly opening: MeasuredRun['run']['opening'];
  /** Rates over samples are `null` if a sample is missing: missing samples are often the slow and failing ones. */
  readonly pass_at_1: Estimate | null;
  readonly greedy: Estimate | null;
  /** If episodes are missing: the rates if all of them failed, and if all succeeded. */
  readonly bounds: { readonly pass_at_1: Interval | null; readonly greedy: Interval | null };
  readonly at_k: readonly AtK[];
  readonly benchmark: { readonly pass_at_1: Estimate | null; readonly greedy: Estimate | null };
  /** How titles were compared. */
  readonly titles: string;
  readonly categories: readonly CategorySummary[];
  /** Number of problems solved in 0, 1, … k of their samples; `null` if samples are missing. */
  readonly reliability: readonly number[] | null;
  readonly effort: Effort;
}

export function summariseRun(measured: MeasuredRun): RunSummary {
  const { run, problems, episodes, failures } = measured;
  const sampled = isSampled(measured);
  const whole = (measure: (problem: MeasuredProblem) => number | null): Estimate | null =>
    sampled ? rateOf(problems, measure) : null;
  const spoilt = new Set(failures.map(({ problem_id, mode, sample }) => `${mode} ${sample} ${problem_id}`));
  return {
    label: run.label,
    model: run.model,
    checkpoint: run.checkpoint,
    simulated: run.simulated,
    harness: run.harness.size,
    calls: run.harness.form,
    ...(run.harness.max_observation !== DEFAULT_MAX_OBSERVATION && { max_observation: run.harness.max_observation }),
    k: run.k,
    temperature: run.temperature,
    seed: run.seed,
    problems: problems.length,
    clusters: new Set(problems.map(({ cluster }) => cluster)).size,
    episodes: { expected: problems.length * (run.k + (run.greedy ? 1 : 0)), measured: episodes.length },
    missing: missingOf(run, problems),
    provider: {
      spoilt_tries: failures.length,
      by_kind: countBy(failures.map(({ failure }) => failure)),
      rerun: episodes.filter(({ problem_id, mode, sample }) => spoilt.has(`${mode} ${sample} ${problem_id}`)).length,
      retries: [...episodes, ...failures].reduce((sum, { retries }) => sum + retries, 0),
    },
    opening: run.opening,
    pass_at_1: whole(({ samples, successes }) => passAtK(samples, successes, 1)),
    greedy: rateOf(problems, ({ greedy }) => (greedy === null ? null : Number(greedy))),
    bounds: {
      pass_at_1: boundsOf(problems, ({ samples, successes }) => ({ successes, missing: run.k - samples, of: run.k })),
      greedy: run.greedy
        ? boundsOf(problems, ({ greedy }) => ({ successes: Number(greedy), missing: greedy === null ? 1 : 0, of: 1 }))
        : null,
    },
    at_k: steps(run.k).map((k) => ({
      k,
      any: whole(({ samples, successes }) => passAtK(samples, successes, k)),
      every: whole(({ samples, successes }) => passEveryK(samples, successes, k)),
    })),
    benchmark: {
      pass_at_1: whole(({ samples, benchmarkSuccesses }) => passAtK(samples, benchmarkSuccesses, 1)),
      greedy: rateOf(problems, ({ benchmarkGreedy }) => (benchmarkGreedy === null ? null : Number(benchmarkGreedy))),
    },
    titles: run.rules.similarity,
    categories: CATEGORIES.map((category) => {
      const own = problems.filter((problem) => problem.category === category);
      return {
        category,
        problems: own.length,
        missing: missingOf(run, own),
        pass_at_1: rateOf(own, ({ samples, successes }) => (samples === run.k ? passAtK(samples, successes, 1) : null)),
        greedy: rateOf(own, ({ greedy }) => (greedy === null ? null : Number(greedy))),
      };
    }).filter((each) => each.problems > 0),
    reliability: sampled
      ? Array.from({ length: run.k + 1 }, (_, count) => problems.filter(({ successes }) => successes === count).length)
      : null,
    effort: effortOf(episodes),
  };
}

function missingOf({ k, greedy: isGreedy }: MeasuredRun['run'], problems: readonly MeasuredProblem[]): Missing {
  return {
    sampled: problems.reduce((sum, { samples }) => sum + k - samples, 0),
    greedy: isGreedy ? problems.filter(({ greedy }) => greedy === null).length : null,
  };
}

/** `null` if any problem has no value: a rate over the remaining problems would be a different rate. */
function rateOf(
  problems: readonly MeasuredProblem[],
  measure: (problem: MeasuredProblem) => number | null,
): Estimate | null {
  const values = problems.map((problem) => ({ cluster: problem.cluster, value: measure(problem) }));
  if (values.some(({ value }) => value === null)) return null;
  return estimateRate(values.map(({ cluster, value }) => ({ cluster, value: value! })));
}

/** `null` if nothing is missing. */
function boundsOf(
  problems: readonly MeasuredProblem[],
  count: (problem: MeasuredProblem) => {
    readonly successes: number;
    readonly missing: number;
    readonly of: number;
  },
): Interval | null {
  const counts = problems.map(count);
  if (counts.every(({ missing }) => missing === 0)) return null;
  return {
    low: mean(counts.map(({ successes, of }) => successes / of)),
    high: mean(counts.map(({ successes, missing, of }) => (successes + missing) / of)),
  };
}

/** 1, 2, 4, … and k itself. */
function steps(k: number): readonly number[] {
  const powers = Array.from({ length: 11 }, (_, power) => 2 ** power).filter((power) => power < k);
  return [...powers, k];
}
