import { meanBootstrap } from '../../statistics/mean-bootstrap.ts';
import { signFlipProbability } from '../../statistics/sign-flip.ts';
import { steadySum } from '../../statistics/steady-sum.ts';
import type { Interval } from '../../statistics/wilson-interval.ts';

export interface PairedDifference {
  readonly problems: number;
  /** Challenger minus incumbent, mean over problems. */
  readonly difference: number;
  /** 95 % confidence interval. */
  readonly interval: Interval;
  /** Exact, two-sided, for this challenger alone. */
  readonly probability: number;
}

/** A racer's score for each problem, by problem id, from 0 to 1; the mean over runs if there were several. */
export type ProblemScores = ReadonlyMap<string, number>;

/**
 * How much better one racer was, problem by problem. Both had the same problems, so the difficulty of the draw cancels
 * out. Problems are resampled, not runs, because runs of one problem are not independent. Only problems that both were
 * scored on count.
 *
 * The interval is a percentile bootstrap over problems with two pseudo-observations added, one solved only by the
 * challenger and one only by the incumbent, as Agresti and Min do for paired proportions. Without them, two racers that
 * agree on every problem would get an interval of zero width, as if thirty problems could prove them equal. The seed
 * comes from the revealed draw, so it cannot be chosen and anyone can repeat the calculation.
 */
export function pairedDifference(challenger: ProblemScores, incumbent: ProblemScores, seed: number): PairedDifference {
  const shared = [...challenger.keys()].filter((problem) => incumbent.has(problem)).sort();
  const differences = shared.map((problem) => challenger.get(problem)! - incumbent.get(problem)!);
  const count = differences.length;
  const difference = count === 0 ? 0 : steadySum(differences) / count;
  const { low, high } = meanBootstrap([...differences, 1, -1], seed);
  return {
    problems: count,
    difference,
    interval: { low: Math.min(low, difference), high: Math.max(high, difference) },
    probability: signFlipProbability(differences),
  };
}

/** The first 32 bits of a draw's seed or commitment; both are hex. */
export function bootstrapSeed(hex: string): number {
  return Number.parseInt(hex.slice(0, 8), 16);
}
