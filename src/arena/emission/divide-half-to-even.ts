/** Quotient of two non-negative integers, rounded to nearest, ties to even. Exact for safe integers. */
export function divideHalfToEven(numerator: number, denominator: number): number {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || numerator < 0 || denominator <= 0) {
    throw new RangeError(`${numerator} / ${denominator} is not a quotient of whole numbers`);
  }
  const remainder = numerator % denominator;
  const quotient = (numerator - remainder) / denominator;
  if (2 * remainder < denominator) return quotient;
  if (2 * remainder > denominator) return quotient + 1;
  return quotient % 2 === 0 ? quotient : quotient + 1;
}
