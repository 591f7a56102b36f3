/** Parameters of the reference (Anserini's defaults). */
const K1 = Math.fround(0.9);
const B = Math.fround(0.4);

/** A frequency is stored in one byte. No real listing repeats a word more often. */
export const MAX_TERM_FREQUENCY = 255;

/**
 * Encodes a length in terms as Lucene does: one byte, exact up to 40 and then with four significant bits. Scores equal
 * Lucene's only if lengths are rounded the same way.
 */
export function encodeLength(length: number): number {
  if (length < EXACT_LENGTHS) return length;
  return EXACT_LENGTHS + encodeFloat4(length - EXACT_LENGTHS);
}

const EXACT_LENGTHS = 255 - encodeFloat4(0x7fff_ffff);

/** Stores the three bits below the leading one, then the exponent. */
function encodeFloat4(value: number): number {
  const significantBits = 32 - Math.clz32(value);
  if (significantBits < 4) return value;
  const shift = significantBits - 4;
  return ((value >>> shift) & 0x07) | ((shift + 1) << 3);
}

export function decodeLength(encoded: number): number {
  if (encoded < EXACT_LENGTHS) return encoded;
  const bits = encoded - EXACT_LENGTHS;
  const shift = (bits >>> 3) - 1;
  const value = shift < 0 ? bits & 0x07 : ((bits & 0x07) | 0x08) * 2 ** shift;
  return EXACT_LENGTHS + value;
}

/** Weight of a term: the rarer, the higher. */
export function inverseDocumentFrequency(products: number, containing: number): number {
  return Math.fround(Math.log(1 + (products - containing + 0.5) / (containing + 0.5)));
}

/** Per encoded length, the factor by which BM25 multiplies a frequency. */
export function lengthFactors(averageLength: number): Float32Array {
  const average = Math.fround(averageLength);
  return Float32Array.from({ length: 256 }, (_, encoded) => {
    const relative = Math.fround(Math.fround(B * decodeLength(encoded)) / average);
    return Math.fround(1 / Math.fround(K1 * Math.fround(Math.fround(1 - B) + relative)));
  });
}

/**
 * One term's contribution to a product's score: Lucene's float arithmetic in Lucene's order, rounded down to a multiple
 * of 2^-40. Every contribution is below 2^12, so 64-bit float sums are exact: the engine can add terms in any order and
 * still match, to the last bit, a scorer that adds them in another order.
 */
export function contribution(weight: number, frequency: number, lengthFactor: number): number {
  const spread = Math.fround(1 + Math.fround(frequency * lengthFactor));
  const value = Math.fround(weight - Math.fround(weight / spread));
  return Math.floor(value * 2 ** 40) / 2 ** 40;
}
