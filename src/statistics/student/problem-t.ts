import { type ClusteredValue, clusterSums, meanOf } from '../clustered-value.ts';
import { studentBelow, studentQuantile } from '../distributions/student-t.ts';
import type { Interval } from '../wilson-interval.ts';

export interface ProblemT {
  readonly mean: number;
  readonly standardError: number;
  /** 95 %, not limited to 0 to 1: it is a cross-check, and an interval outside the range shows a problem. */
  readonly interval: Interval;
  /** Two-sided, against a mean of 0; `null` without variation. */
  readonly probability: number | null;
}

/**
 * Student's t with the leak cluster as the unit. Episodes of one problem are not independent: for 75 problems with
 * eight samples, the formula for 600 independent episodes gives half the true error. `null` for fewer than two
 * clusters, which give no error estimate.
 */
export function problemT(values: readonly ClusteredValue[]): ProblemT | null {
  const sums = clusterSums(values);
  const clusters = sums.length;
  if (clusters < 2) return null;
  const mean = meanOf(sums);
  const problems = values.length;
  // Linearised variance of a ratio of sums; equals the usual formula with one problem per cluster.
  const squares = sums.reduce((total, { sum, problems: size }) => total + (sum - mean * size) ** 2, 0);
  const standardError = Math.sqrt((squares * clusters) / (clusters - 1)) / problems;
  const reach = studentQuantile(0.975, clusters - 1) * standardError;
  return {
    mean,
    standardError,
    interval: { low: mean - reach, high: mean + reach },
    probability: standardError === 0 ? null : 2 * studentBelow(-Math.abs(mean / standardError), clusters - 1),
  };
}
