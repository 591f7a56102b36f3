/**
 * Sums can only be counted on a grid. Halves to tenths and sixteenths, of which scores are mostly made, fall on this one: a
 * tie that rounding decides is a chance that is told too low.
 */
const GRID = 5_040;

/**
 * How likely pairs differ so much in favour of the second if it makes no difference which of a pair is which: the share of
 * all ways to swap them that give as large a sum or a larger one. Exact, by counting, and the same on every machine; pairs
 * that are alike say nothing either way.
 */
export function chanceOfGain(differences: readonly number[]): number {
  const steps = differences.filter(isTelling).map(stepsOf);
  const sizes = steps.map(Math.abs);
  const gained = steps.reduce((sum, step) => sum + Math.max(step, 0), 0);
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  // Of each pair the size is gained or not: how likely every sum of what is gained is, pair by pair.
  const likely = new Float64Array(whole + 1);
  likely[0] = 1;
  let reached = 0;
  for (const size of sizes) {
    reached += size;
    // From the top down, so that what a sum is made of has not been changed yet.
    for (let sum = reached; sum >= size; sum--) likely[sum] = (likely[sum]! + likely[sum - size]!) / 2;
    for (let sum = size - 1; sum >= 0; sum--) likely[sum]! /= 2;
  }
  return likely.subarray(gained).reduce((sum, share) => sum + share, 0);
}

/** Whether a pair says anything: one that differs by less than half a step of the grid counts as alike. */
export function isTelling(difference: number): boolean {
  return stepsOf(difference) !== 0;
}

/** Up and down alike: rounded upwards both, the same size would weigh more as a gain than as a loss. */
function stepsOf(difference: number): number {
  return Math.sign(difference) * Math.round(Math.abs(difference) * GRID);
}
