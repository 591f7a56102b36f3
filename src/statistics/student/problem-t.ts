import { type ClusteredValue, clusterSums, meanOf } from '../clustered-value.ts';
import { studentBelow, studentQuantile } from '../distributions/student-t.ts';
import type { Interval } from '../wilson-interval.ts';

export interface ProblemT {
  readonly mean: number;
  readonly standardError: number;
  /** 95 %, not held within 0 and 1: it is a cross-check, and one that leaves the range says so. */
  readonly interval: Interval;
  /** Two-sided, against a mean of 0; `null` where nothing varied. */
  readonly probability: number | null;
}

/**
 * Student's t with the leak cluster as the unit. Episodes of one problem are no independent evidence: over 75 problems
 * with eight samples the formula for 600 independent episodes gives half the true error. `null` for fewer than two
 * clusters, from which no error can be told.
 */
export function problemT(values: readonly ClusteredValue[]): ProblemT | null {
  const sums = clusterSums(values);
  const clusters = sums.length;
  if (clusters < 2) return null;
  const mean = meanOf(sums);
  const problems = values.length;
  // The linearised variance of a ratio of sums; with one problem per cluster it is the textbook's.
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
