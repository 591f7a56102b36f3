import { meanBootstrap } from '../../statistics/mean-bootstrap.ts';
import { signFlipProbability } from '../../statistics/sign-flip.ts';
import { steadySum } from '../../statistics/steady-sum.ts';
import type { Interval } from '../../statistics/wilson-interval.ts';

export interface PairedDifference {
  readonly problems: number;
  /** Challenger minus incumbent, mean over problems. */
  readonly difference: number;
  /** 95 %. */
  readonly interval: Interval;
  /** Exact, two-sided, for this challenger alone. */
  readonly probability: number;
}

/** By problem id what a racer got for it, from 0 to 1; the mean over runs where there were several. */
export type ProblemScores = ReadonlyMap<string, number>;

/**
 * How much better one racer was, problem by problem: both met the same problems, so that a hard draw cancels out, and the
 * problem is what is drawn anew, not the run, since runs of one problem are no independent evidence. Only problems that
 * both were scored on count.
 *
 * The interval is a percentile bootstrap over problems with two imagined ones added, one that only the challenger solved
 * and one that only the incumbent did, as Agresti and Min add to paired proportions. Without them two racers that agree on
 * every problem would get an interval of no width, as if thirty problems could prove them equal. The seed comes from the
 * revealed draw: it cannot be chosen, and anyone can repeat it.
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

/** The first 32 bits of a draw's seed or commitment, both of which are hex. */
export function bootstrapSeed(hex: string): number {
  return Number.parseInt(hex.slice(0, 8), 16);
}
