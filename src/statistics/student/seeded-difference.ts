import { type ClusteredValue, clusterSums, meanOf } from '../clustered-value.ts';
import { studentBelow, studentQuantile } from '../distributions/student-t.ts';
import { mean } from '../mean.ts';
import type { Interval } from '../wilson-interval.ts';
import { problemT } from './problem-t.ts';

/** The rates of one problem, one per training seed of a model. */
export interface SeededRates {
  readonly cluster: string;
  readonly rates: readonly number[];
}

export interface SeededEstimate {
  readonly value: number;
  readonly standardError: number;
  /** 95 %. */
  readonly interval: Interval;
  readonly degreesOfFreedom: number;
  /** Two-sided, against 0. */
  readonly probability: number;
  /** Share of the variance that comes from seeds; `null` if a side has only one seed, which gives no estimate. */
  readonly seedShare: number | null;
}

/** Mean rate of a model over problems and seeds. */
export function seededMean(problems: readonly SeededRates[]): SeededEstimate | null {
  return estimate([{ sign: 1, problems }]);
}

/**
 * Difference of two models, left minus right, on the same problems in the same order. Each was trained with its own
 * seeds.
 *
 * A rate is modelled as the sum of a problem effect that all models share, a problem effect of this model, a seed
 * effect and a residual. Problems and seeds are random effects, because the question is about other problems and other
 * training runs. The variance of the mean is the variance of seed means over problems (clustered) plus that of problem
 * means over seeds, minus the residual, which is in both. Degrees of freedom follow Satterthwaite. With problems alone,
 * the test would only show that two checkpoints differ. With all rates as independent, almost every pair of training
 * runs would be called different. A bootstrap over three seeds is too narrow (it sees at most 2/3 of the variance), so
 * Student's t is used.
 */
export function seededDifference(left: readonly SeededRates[], right: readonly SeededRates[]): SeededEstimate | null {
  return estimate([
    { sign: 1, problems: left },
    { sign: -1, problems: right },
  ]);
}

interface Side {
  readonly sign: 1 | -1;
  readonly problems: readonly SeededRates[];
}

function estimate(sides: readonly Side[]): SeededEstimate | null {
  const [first] = sides;
  const values = first!.problems.map(
    ({ cluster }, place): ClusteredValue => ({
      cluster,
      value: sides.reduce((sum, { sign, problems }) => sum + sign * mean(problems[place]!.rates), 0),
    }),
  );
  const overProblems = problemT(values);
  if (overProblems === null) return null;
  const clusters = clusterSums(values).length;
  const problemVariance = overProblems.standardError ** 2;
  let seedVariance = 0;
  // Satterthwaite: squared variance components, each divided by its degrees of freedom.
  let parts = problemVariance ** 2 / (clusters - 1);
  for (const { problems } of sides) {
    const seeds = problems[0]!.rates.length;
    if (seeds < 2) continue;
    const { between, rest } = seedVariances(problems, clusters);
    seedVariance += Math.max(0, between - rest);
    parts += between ** 2 / (seeds - 1) + rest ** 2 / ((clusters - 1) * (seeds - 1));
  }
  const variance = problemVariance + seedVariance;
  const degreesOfFreedom = variance === 0 ? clusters - 1 : Math.max(1, variance ** 2 / parts);
  const standardError = Math.sqrt(variance);
  const value = meanOf(clusterSums(values));
  const reach = studentQuantile(0.975, degreesOfFreedom) * standardError;
  return {
    value,
    standardError,
    interval: { low: value - reach, high: value + reach },
    degreesOfFreedom,
    probability: chance(value, standardError, degreesOfFreedom),
    seedShare: sides.some(({ problems }) => problems[0]!.rates.length < 2)
      ? null
      : variance === 0
        ? 0
        : seedVariance / variance,
  };
}

function chance(value: number, standardError: number, degreesOfFreedom: number): number {
  if (standardError === 0) return value === 0 ? 1 : 0;
  return 2 * studentBelow(-Math.abs(value / standardError), degreesOfFreedom);
}

/** Variance of the mean between seeds, and the part of it that comes from the residual. */
function seedVariances(
  problems: readonly SeededRates[],
  clusters: number,
): { readonly between: number; readonly rest: number } {
  const count = problems.length;
  const seeds = problems[0]!.rates.length;
  const ofSeed = Array.from({ length: seeds }, (_, seed) => mean(problems.map(({ rates }) => rates[seed]!)));
  const overall = mean(ofSeed);
  const between = ofSeed.reduce((sum, each) => sum + (each - overall) ** 2, 0) / (seeds - 1) / seeds;
  let squares = 0;
  for (let seed = 0; seed < seeds; seed++) {
    const rests = problems.map(({ cluster, rates }) => ({
      cluster,
      value: rates[seed]! - mean(rates) - ofSeed[seed]! + overall,
    }));
    squares += clusterSums(rests).reduce((sum, each) => sum + each.sum ** 2, 0);
  }
  const rest = (squares * clusters) / (clusters - 1) / (count ** 2 * seeds * (seeds - 1));
  return { between, rest };
}
