/**
 * For each sum from 0 to the total of `sizes`, the probability that the sizes with a plus sign add up to it if all sign
 * patterns are equally likely. All patterns are counted, not sampled, so there is no seed and every machine gets the
 * same bits.
 */
export function signFlipSums(sizes: readonly number[]): Float64Array {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const probabilities = new Float64Array(total + 1);
  probabilities[0] = 1;
  let reached = 0;
  for (const size of sizes) {
    reached += size;
    // Descending, so that each sum is computed from values that have not been updated yet.
    for (let sum = reached; sum >= 0; sum--) {
      probabilities[sum] = (probabilities[sum]! + (sum >= size ? probabilities[sum - size]! : 0)) / 2;
    }
  }
  return probabilities;
}

/** Probability of at least `sum`. */
export function atLeast(probabilities: Float64Array, sum: number): number {
  return probabilities.subarray(sum).reduce((all, each) => all + each, 0);
}
