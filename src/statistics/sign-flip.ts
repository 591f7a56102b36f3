import { type GridSteps, gridSteps } from './distributions/grid-steps.ts';
import { atLeast, signFlipSums } from './distributions/sign-flip-sums.ts';

/**
 * The exact two-sided sign-flip test: the probability of a difference at least this large if both sides were equally
 * good, so that each problem could have had the opposite sign. For binary results it equals McNemar's exact test.
 *
 * Sums are counted on the grid that contains all differences. If there is none, they are rounded to a fine grid, and
 * sums that rounding may have moved below the observed one are counted as well. The probability is then slightly too
 * high, never too low.
 */
export function signFlipProbability(differences: readonly number[]): number {
  const { steps, isExact }: GridSteps = gridSteps(differences.filter((difference) => difference !== 0));
  const observed = Math.abs(steps.reduce((sum, step) => sum + step, 0));
  if (observed === 0) return 1;
  const sums = signFlipSums(steps.map(Math.abs));
  const total = sums.length - 1;
  // Half a step per difference, in both the observed sum and the one it is compared with.
  const slack = isExact ? 0 : steps.length;
  // The plus steps minus the minus steps equal the observed sum, and both together equal the total.
  return Math.min(1, 2 * atLeast(sums, Math.max(0, Math.ceil((total + observed - slack) / 2))));
}
