export interface GridSteps {
  /** The values as integer multiples of one step. */
  readonly steps: readonly number[];
  /** Whether every value is on the grid; otherwise the values were rounded. */
  readonly isExact: boolean;
}

/** Largest denominator tried: that of score differences in ten-thousandths, and of shares of fewer samples. */
const LARGEST_DENOMINATOR = 10_000;
/** Far below the difference between two fractions with such denominators, and far above rounding errors. */
const TOLERANCE = 1e-10;
/** The sign-flip test counts sums one by one up to the total of all steps. */
const LARGEST_TOTAL = 4_000_000;
/** For a finer grid, the precision of a double does not determine the step. */
const FINEST_GRID = 1e9;
/** Grid that is used if none contains all values. */
const ROUNDED = 10_000;

/**
 * Finds the coarsest grid that contains all values. Equal sums must stay equal: with thirds rounded to four digits,
 * 0.3333 + 0.3333 and 0.6667 would be different sums, and a test that counts ties would count them wrong.
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

/** Denominator of the simplest fraction equal to the value, from its continued fraction. */
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
