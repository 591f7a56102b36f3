import { type GridSteps, gridSteps } from './distributions/grid-steps.ts';
import { atLeast, signFlipSums } from './distributions/sign-flip-sums.ts';

/**
 * The exact sign-flip test, two-sided: the probability of a difference at least this large if both sides were equally good.
 * Each problem might then as well have come out the other way round. For results that are only solved or not it is McNemar's
 * exact test.
 *
 * Sums are counted on the grid that all differences lie on. Where there is no such grid they are rounded to a fine one, and
 * sums that rounding may have moved below the observed one are counted too: the probability is then a little too high, never
 * too low.
 */
export function signFlipProbability(differences: readonly number[]): number {
  const { steps, isExact }: GridSteps = gridSteps(differences.filter((difference) => difference !== 0));
  const observed = Math.abs(steps.reduce((sum, step) => sum + step, 0));
  if (observed === 0) return 1;
  const sums = signFlipSums(steps.map(Math.abs));
  const total = sums.length - 1;
  // Half a step of each difference, in the observed sum and in the one it is compared with.
  const slack = isExact ? 0 : steps.length;
  // Steps with a plus less steps with a minus make the observed sum, and both together the total.
  return Math.min(1, 2 * atLeast(sums, Math.max(0, Math.ceil((total + observed - slack) / 2))));
}
