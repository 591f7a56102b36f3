/** Adds from first to last; `NaN` for an empty list. Use `steadySum` where the order of the values is not fixed. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of the values themselves (divided by n), not of what they were drawn from. */
export function standardDeviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}
