import { pythonRound } from '../../statistics/python-round.ts';
import { median } from '../../statistics/quantile.ts';
import { DEFAULT_RACE_POLICY, type RacePolicy } from './race-policy.ts';

const SCORE_DIGITS = 4;

/**
 * The final score of a version: the median over its included runs, so that one faulty or bribed validator cannot move
 * it at will. For an even number, the mean of the two in the middle. `null` without a run.
 */
export function finalScoreOf(scores: readonly number[]): number | null {
  return scores.length === 0 ? null : pythonRound(median(scores), SCORE_DIGITS);
}

/** A run with what its validator reported about its score. */
export interface RunComponents {
  readonly score_components: Readonly<Record<string, unknown>> | null;
}

/**
 * A component of the score, such as the success rate: the median over the runs that the score is the median of. `null`
 * unless every run reports it, because a median over some of them belongs to another score than the one beside it. The
 * arena accepts no score without its components, so only rows of an earlier version lack one.
 */
export function componentMedian(included: readonly RunComponents[], component: string): number | null {
  const values = included.map(({ score_components }) => score_components?.[component]);
  const numbers = values.filter((value) => typeof value === 'number');
  return numbers.length === values.length ? finalScoreOf(numbers) : null;
}

/**
 * How many included runs a version needs: one more than usual if the scores differ by more than the limit. Never two
 * more, or an erratic version would be run forever.
 */
export function requiredRuns(
  scores: readonly number[],
  usual: number,
  { disagreement }: Pick<RacePolicy, 'disagreement'> = DEFAULT_RACE_POLICY,
): number {
  if (scores.length < usual || scores.length < 2) return usual;
  const first = scores.slice(0, usual);
  // Rounded, because 0.8 - 0.7 is slightly more than 0.1 in floating point and would count as above it.
  const spread = pythonRound(Math.max(...first) - Math.min(...first), SCORE_DIGITS);
  return spread > disagreement ? usual + 1 : usual;
}
