import { invertMonotone } from './invert-monotone.ts';

/** Beyond this many standard deviations the tail is too small for a double. */
const FAR = 40;

/** Cumulative distribution function of the standard normal distribution. */
export function normalBelow(x: number): number {
  if (x < -FAR) return 0;
  if (x > FAR) return 1;
  const size = Math.abs(x);
  const tail = size < 3 ? 0.5 - nearMiddle(size) : density(size) * millsRatio(size);
  return x < 0 ? tail : 1 - tail;
}

/** Quantile function of the standard normal distribution. */
export function normalQuantile(probability: number): number {
  if (probability <= 0) return Number.NEGATIVE_INFINITY;
  if (probability >= 1) return Number.POSITIVE_INFINITY;
  return invertMonotone(normalBelow, probability, -FAR, FAR);
}

function density(x: number): number {
  return Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** Integral from 0 to x by the series x + x³/3 + x⁵/15 + …; all terms are positive, so there is no cancellation. */
function nearMiddle(x: number): number {
  let term = x;
  let sum = x;
  for (let divisor = 3; term > sum * 1e-17; divisor += 2) {
    term *= (x * x) / divisor;
    sum += term;
  }
  return sum * density(x);
}

/** Tail divided by density, by Laplace's continued fraction, evaluated backwards. */
function millsRatio(x: number): number {
  let value = x;
  for (let term = 200; term >= 1; term--) value = x + term / value;
  return 1 / value;
}
