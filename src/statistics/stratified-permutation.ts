/** Integers of two groups. Members of the groups may be exchanged within a stratum, but not between strata. */
export interface Stratum {
  readonly first: readonly number[];
  readonly second: readonly number[];
}

/**
 * The exact one-sided permutation test within strata: the probability of a sum of the first group at least this large
 * if the assignment to groups were random. All assignments are counted. With values 0 and 1 and one stratum it is
 * Fisher's exact test.
 */
export function stratifiedPermutation(strata: readonly Stratum[]): number {
  let distribution: readonly number[] = [1];
  let observed = 0;
  for (const { first, second } of strata) {
    observed += first.reduce((sum, value) => sum + value, 0);
    distribution = convolve(distribution, sumsOf([...first, ...second], first.length));
  }
  // Starts at the far end, where the terms are small.
  let tail = 0;
  for (let sum = distribution.length - 1; sum >= observed; sum--) tail += distribution[sum]!;
  return Math.min(1, tail);
}

/** Probability of each sum over `size` of the values, drawn without replacement. */
function sumsOf(values: readonly number[], size: number): readonly number[] {
  const most = values.toSorted((left, right) => right - left).slice(0, size);
  const width = most.reduce((sum, value) => sum + value, 0) + 1;
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(width));
  ways[0]![0] = 1;
  for (const [place, value] of values.entries()) {
    for (let chosen = Math.min(place + 1, size); chosen >= 1; chosen--) {
      const without = ways[chosen - 1]!;
      const having = ways[chosen]!;
      for (let sum = width - 1; sum >= value; sum--) having[sum]! += without[sum - value]!;
    }
  }
  const counts = ways[size]!;
  const all = counts.reduce((sum, count) => sum + count, 0);
  return Array.from(counts, (count) => count / all);
}

function convolve(left: readonly number[], right: readonly number[]): readonly number[] {
  const sums = new Float64Array(left.length + right.length - 1);
  for (const [place, weight] of left.entries()) {
    for (const [offset, other] of right.entries()) sums[place + offset]! += weight * other;
  }
  return [...sums];
}
