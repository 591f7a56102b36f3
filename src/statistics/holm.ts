/**
 * Holm's correction: the probabilities that may be held against one level although several questions were asked, in the
 * order in which they were given. Never smaller than the raw ones, never larger than Bonferroni's.
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
