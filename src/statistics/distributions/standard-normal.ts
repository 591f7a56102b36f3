import { invertMonotone } from './invert-monotone.ts';

/** Beyond this many deviations nothing is left that a double could hold. */
const FAR = 40;

/** How probable a standard normal number below `x` is. */
export function normalBelow(x: number): number {
  if (x < -FAR) return 0;
  if (x > FAR) return 1;
  const size = Math.abs(x);
  const tail = size < 3 ? 0.5 - nearMiddle(size) : density(size) * millsRatio(size);
  return x < 0 ? tail : 1 - tail;
}

/** The number below which a standard normal one stays with this probability. */
export function normalQuantile(probability: number): number {
  if (probability <= 0) return Number.NEGATIVE_INFINITY;
  if (probability >= 1) return Number.POSITIVE_INFINITY;
  return invertMonotone(normalBelow, probability, -FAR, FAR);
}

function density(x: number): number {
  return Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** From 0 to x, by the series x + x³/3 + x⁵/15 + …, whose terms are all positive and lose nothing. */
function nearMiddle(x: number): number {
  let term = x;
  let sum = x;
  for (let divisor = 3; term > sum * 1e-17; divisor += 2) {
    term *= (x * x) / divisor;
    sum += term;
  }
  return sum * density(x);
}

/** Tail over density, by Laplace's continued fraction from its far end. */
function millsRatio(x: number): number {
  let value = x;
  for (let term = 200; term >= 1; term--) value = x + term / value;
  return 1 / value;
}
