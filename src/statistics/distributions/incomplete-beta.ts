import { logGamma } from './log-gamma.ts';

const TINY = 1e-300;
const STEPS = 10_000;

/**
 * The regularised incomplete beta function I_x(a, b), the tail of both the binomial and Student's distribution. Uses
 * Lentz' continued fraction on the side where it converges.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b);
  return (Math.exp(front) * continuedFraction(x, a, b)) / a;
}

function continuedFraction(x: number, a: number, b: number): number {
  let numerator = 1;
  let denominator = 1 / away(1 - ((a + b) * x) / (a + 1));
  let value = denominator;
  for (let step = 1; step <= STEPS; step++) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
    denominator = 1 / away(1 + even * denominator);
    numerator = away(1 + even / numerator);
    value *= denominator * numerator;
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
    denominator = 1 / away(1 + odd * denominator);
    numerator = away(1 + odd / numerator);
    const factor = denominator * numerator;
    value *= factor;
    if (Math.abs(factor - 1) < 1e-15) break;
  }
  return value;
}

/** Avoids a division by a term that is exactly 0. */
function away(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}
