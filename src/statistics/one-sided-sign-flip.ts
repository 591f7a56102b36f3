import { atLeast, signFlipSums } from './distributions/sign-flip-sums.ts';

/**
 * Sums are counted on a grid. This one contains halves to tenths and sixteenths, the usual fractions of a score: if
 * rounding broke a tie, the probability would be too low.
 */
const GRID = 5_040;

/**
 * The exact one-sided sign-flip test: the probability of a sum at least this large in favour of the second of each pair
 * if the two were interchangeable. Ties do not count.
 */
export function oneSidedSignFlip(differences: readonly number[]): number {
  const steps = differences.filter(isUntied).map(stepsOf);
  const gained = steps.reduce((sum, step) => sum + Math.max(step, 0), 0);
  return atLeast(signFlipSums(steps.map(Math.abs)), gained);
}

/** Whether a pair counts. A difference of less than half a grid step is a tie. */
export function isUntied(difference: number): boolean {
  return stepsOf(difference) !== 0;
}

/** Rounds symmetrically. Rounding up would give a gain more weight than a loss of the same size. */
function stepsOf(difference: number): number {
  return Math.sign(difference) * Math.round(Math.abs(difference) * GRID);
}
