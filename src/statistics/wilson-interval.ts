export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** 97.5 % quantile of the standard normal distribution. */
const DEVIATIONS = 1.959963984540054;

/**
 * 95 % confidence interval of a success rate by Wilson's score method. Unlike the normal approximation, it stays within
 * 0 and 1 and is meaningful after a few tries without any success or without any failure.
 */
export function wilsonInterval(successes: number, tries: number): Interval {
  if (tries === 0) return { low: 0, high: 1 };
  const rate = successes / tries;
  const square = DEVIATIONS ** 2 / tries;
  const middle = (rate + square / 2) / (1 + square);
  const reach = (DEVIATIONS / (1 + square)) * Math.sqrt((rate * (1 - rate)) / tries + square / (4 * tries));
  // Rounding errors would move the exact ends 0 and 1.
  return {
    low: successes === 0 ? 0 : Math.max(0, middle - reach),
    high: successes === tries ? 1 : Math.min(1, middle + reach),
  };
}
