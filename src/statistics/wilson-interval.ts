export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The standard normal stays within this many deviations 95 times in 100. */
const DEVIATIONS = 1.959963984540054;

/**
 * Where the true success rate lies, 95 times in 100, by Wilson's score interval. Unlike the textbook's it stays within
 * 0 and 1 and says something sensible after no success, or nothing but success, in a handful of tries.
 */
export function wilsonInterval(successes: number, tries: number): Interval {
  if (tries === 0) return { low: 0, high: 1 };
  const rate = successes / tries;
  const square = DEVIATIONS ** 2 / tries;
  const middle = (rate + square / 2) / (1 + square);
  const reach = (DEVIATIONS / (1 + square)) * Math.sqrt((rate * (1 - rate)) / tries + square / (4 * tries));
  // At the ends the arithmetic leaves a trace beyond what is exactly 0 or 1.
  return {
    low: successes === 0 ? 0 : Math.max(0, middle - reach),
    high: successes === tries ? 1 : Math.min(1, middle + reach),
  };
}
