import { atLeast, signFlipSums } from './distributions/sign-flip-sums.ts';

/**
 * Sums can only be counted on a grid. Halves to tenths and sixteenths, the usual parts of a score, fall on this one: a tie
 * that rounding breaks would give a probability that is too low.
 */
const GRID = 5_040;

/**
 * The exact sign-flip test, one-sided: the probability of a sum at least this large in favour of the second of each pair if
 * it made no difference which is which. Ties do not count.
 */
export function oneSidedSignFlip(differences: readonly number[]): number {
  const steps = differences.filter(isUntied).map(stepsOf);
  const gained = steps.reduce((sum, step) => sum + Math.max(step, 0), 0);
  return atLeast(signFlipSums(steps.map(Math.abs)), gained);
}

/** Whether a pair counts: one that differs by less than half a step of the grid is a tie. */
export function isUntied(difference: number): boolean {
  return stepsOf(difference) !== 0;
}

/** Symmetric: rounded upwards, the same size would weigh more as a gain than as a loss. */
function stepsOf(difference: number): number {
  return Math.sign(difference) * Math.round(Math.abs(difference) * GRID);
}
