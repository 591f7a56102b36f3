export interface GridSteps {
  /** The values as whole numbers of one step. */
  readonly steps: readonly number[];
  /** Whether every value lies on the grid; otherwise they were rounded to it. */
  readonly isExact: boolean;
}

/** Denominators that are looked for: those of score differences in ten-thousandths, and of shares of fewer samples. */
const LARGEST_DENOMINATOR = 10_000;
/** Far below the difference of two fractions with such denominators, far above what arithmetic adds. */
const TOLERANCE = 1e-10;
/** Sums of signs are counted one by one up to the total of all steps. */
const LARGEST_TOTAL = 4_000_000;
/** Beyond it the digits of a double are not enough to say which step is meant. */
const FINEST_GRID = 1e9;
/** Where no grid holds all values. */
const ROUNDED = 10_000;

/**
 * Values on the coarsest grid that holds all of them. Equal sums must stay equal: thirds that are rounded to four digits
 * make 0.3333 + 0.3333 and 0.6667 two different sums, and a test that counts ties counts them wrong.
 */
export function gridSteps(values: readonly number[]): GridSteps {
  let grid = 1;
  for (const value of values) {
    const denominator = denominatorOf(Math.abs(value));
    if (denominator === undefined) return rounded(values);
    grid = (grid / greatestCommonDivisor(grid, denominator)) * denominator;
    if (grid > FINEST_GRID) return rounded(values);
  }
  const steps = inLowestTerms(values.map((value) => Math.round(value * grid)));
  return totalOf(steps) > LARGEST_TOTAL ? rounded(values) : { steps, isExact: true };
}

function rounded(values: readonly number[]): GridSteps {
  const whole = values.map((value) => Math.round(value * ROUNDED)).filter((step) => step !== 0);
  return { steps: whole, isExact: false };
}

/** Of the simplest fraction that is this value, by its continued fraction. */
function denominatorOf(value: number): number | undefined {
  let [before, denominator] = [0, 1];
  let rest = value;
  while (denominator <= LARGEST_DENOMINATOR) {
    const numerator = Math.round(value * denominator);
    if (Math.abs(value - numerator / denominator) < TOLERANCE) return denominator;
    rest = 1 / (rest - Math.floor(rest));
    [before, denominator] = [denominator, Math.floor(rest) * denominator + before];
  }
  return undefined;
}

function inLowestTerms(whole: readonly number[]): readonly number[] {
  const unit = whole.reduce((divisor, step) => greatestCommonDivisor(divisor, Math.abs(step)), 0);
  return unit === 0 ? whole : whole.map((step) => step / unit);
}

function totalOf(steps: readonly number[]): number {
  return steps.reduce((sum, step) => sum + Math.abs(step), 0);
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
