import { type Stratum, stratifiedPermutation } from '../../statistics/stratified-permutation.ts';
import type { TwinPolicy } from './twin-policy.ts';

/** Results of the runs of one evaluation on one problem. */
export interface ProblemOutcome {
  readonly isTwin: boolean;
  /** Problems of one class are equally difficult for an agent that has not seen any of them. */
  readonly difficultyClass: string;
  /** How many of the runs solved it. */
  readonly solved: number;
  /** How many of the runs have an outcome for it. */
  readonly runs: number;
}

/** Public problems compared with their twins. Counts are over runs: thirty problems run three times count as 90. */
export interface TwinComparison {
  readonly public_solved: number;
  readonly public_of: number;
  readonly twins_solved: number;
  readonly twins_of: number;
  /** Probability that the public problems come out at least this much better by chance. */
  readonly probability: number;
  /** Highest probability at which the version is marked. */
  readonly limit: number;
  readonly is_marked: boolean;
}

/**
 * Whether a version solves public problems better than their twins, by more than chance and difficulty explain. `look`
 * is the number of this comparison for the version, from 1: the limits of all looks add up to the permitted rate of
 * false alarms. `null` if there is nothing to compare.
 */
export function compareTwins(
  outcomes: readonly ProblemOutcome[],
  look: number,
  { falseAlarms, leastDifference }: Pick<TwinPolicy, 'falseAlarms' | 'leastDifference'>,
): TwinComparison | null {
  const runs = Math.max(0, ...outcomes.map((outcome) => outcome.runs));
  // A problem that only some of the runs decided would have less weight than the others.
  const decided = outcomes.filter((outcome) => outcome.runs === runs);
  const twins = decided.filter(({ isTwin }) => isTwin);
  const others = decided.filter(({ isTwin }) => !isTwin);
  if (runs === 0 || twins.length === 0 || others.length === 0) return null;
  const counts = {
    public_solved: solvedIn(others),
    public_of: others.length * runs,
    twins_solved: solvedIn(twins),
    twins_of: twins.length * runs,
  };
  const difference = counts.public_solved / counts.public_of - counts.twins_solved / counts.twins_of;
  const probability = stratifiedPermutation(strataOf(decided));
  const limit = falseAlarms / (look * (look + 1));
  return {
    ...counts,
    probability,
    limit,
    is_marked: probability <= limit && difference >= leastDifference,
  };
}

function solvedIn(outcomes: readonly ProblemOutcome[]): number {
  return outcomes.reduce((sum, { solved }) => sum + solved, 0);
}

function strataOf(outcomes: readonly ProblemOutcome[]): readonly Stratum[] {
  const classes = Map.groupBy(outcomes, ({ difficultyClass }) => difficultyClass);
  return Array.from(classes.values(), (own) => ({
    first: own.filter(({ isTwin }) => !isTwin).map(({ solved }) => solved),
    second: own.filter(({ isTwin }) => isTwin).map(({ solved }) => solved),
  }));
}
