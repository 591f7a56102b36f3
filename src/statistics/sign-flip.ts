import { atLeast, signFlipSums } from './distributions/sign-flip-sums.ts';

/** Differences are read in ten-thousandths, the resolution of scores. */
const UNITS = 10_000;

/**
 * The exact sign-flip test, two-sided: the probability of a difference at least this large if both sides were equally good.
 * Each problem might then as well have come out the other way round. For results that are only solved or not it is McNemar's
 * exact test.
 */
export function signFlipProbability(differences: readonly number[]): number {
  const whole = differences.map((difference) => Math.round(difference * UNITS)).filter((step) => step !== 0);
  const unit = whole.reduce((divisor, step) => greatestCommonDivisor(divisor, Math.abs(step)), 0);
  const steps = whole.map((step) => step / unit);
  const observed = Math.abs(steps.reduce((sum, step) => sum + step, 0));
  if (observed === 0) return 1;
  const sums = signFlipSums(steps.map(Math.abs));
  const total = sums.length - 1;
  // Steps with a plus less steps with a minus make the observed sum, and both together the total.
  return Math.min(1, 2 * atLeast(sums, (total + observed) / 2));
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
