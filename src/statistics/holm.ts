/**
 * p-values corrected by Holm's method for several comparisons, in the given order. Never smaller than the raw values
 * and never larger than Bonferroni's.
 */
export function holm(probabilities: readonly number[]): readonly number[] {
  const order = probabilities
    .map((_, place) => place)
    .sort((left, right) => probabilities[left]! - probabilities[right]!);
  const corrected: number[] = new Array(probabilities.length);
  let least = 0;
  for (const [rank, place] of order.entries()) {
    least = Math.max(least, Math.min(1, probabilities[place]! * (probabilities.length - rank)));
    corrected[place] = least;
  }
  return corrected;
}
