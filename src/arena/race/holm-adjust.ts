/**
 * Probabilities that count the tries: the best of twenty challengers looks good by chance alone. Holm's steps, in the
 * order given; each is at least what it was, at most 1, and the order among them stays.
 */
export function holmAdjust(probabilities: readonly number[]): number[] {
  const order = probabilities
    .map((_, index) => index)
    .sort((one, other) => probabilities[one]! - probabilities[other]!);
  const adjusted = new Array<number>(probabilities.length).fill(1);
  let least = 0;
  for (const [step, index] of order.entries()) {
    least = Math.max(least, Math.min(1, probabilities[index]! * (probabilities.length - step)));
    adjusted[index] = least;
  }
  return adjusted;
}
