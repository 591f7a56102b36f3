/** With more digits no double changes; with fewer, every double becomes 0. */
const MOST_DIGITS = 323;
const FEWEST_DIGITS = -308;

const EXPONENT_BIAS = 1075;
const HIDDEN_BIT = 1n << 52n;

/**
 * Python's `round(value, digits)`: to the nearest decimal of the exact binary value, ties to the even digit. Scores are
 * compared with those of other validators and must not differ in the last digit: 0.5 * 10^-4 more or less decides
 * races. `toFixed` rounds ties away from zero, and multiplying first rounds twice.
 *
 * @example pythonRound(0.00005, 4) // 0.0001, since the double lies a little above
 * @example pythonRound(0.125, 2) // 0.12
 */
export function pythonRound(value: number, digits: number): number {
  if (!Number.isFinite(value) || value === 0 || digits > MOST_DIGITS) return value;
  const sign = value < 0 ? -1 : 1;
  if (digits < FEWEST_DIGITS) return sign * 0;
  const { mantissa, exponent } = partsOf(Math.abs(value));
  let numerator = mantissa;
  let denominator = 1n;
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (digits >= 0) numerator *= 10n ** BigInt(digits);
  else denominator *= 10n ** BigInt(-digits);
  // The decimal is parsed like any other: to the nearest double.
  const rounded = Number(`${halfToEven(numerator, denominator)}e${-digits}`);
  if (rounded === Infinity) throw new RangeError(`${value} rounded to ${digits} digits is too large`);
  return sign * rounded;
}

/** The value as an integer times a power of two. */
function partsOf(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0]!;
  const fraction = bits & (HIDDEN_BIT - 1n);
  const biased = Number(bits >> 52n);
  if (biased === 0) return { mantissa: fraction, exponent: 1 - EXPONENT_BIAS };
  return { mantissa: fraction | HIDDEN_BIT, exponent: biased - EXPONENT_BIAS };
}

function halfToEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice < denominator) return quotient;
  if (twice > denominator) return quotient + 1n;
  return quotient % 2n === 0n ? quotient : quotient + 1n;
}
