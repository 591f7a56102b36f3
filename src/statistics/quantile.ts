/** The middle value, or the mean of the two middle values; `NaN` for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * The element at index ⌊share · n⌋ of the sorted values, at most the last. For 0.5 this is the upper of two middle
 * values. `undefined` for an empty list.
 */
export function quantile(sorted: ArrayLike<number>, share: number): number | undefined {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** The middle value, the upper one of two; `undefined` for an empty list. Unlike `median` it is always one of the values. */
export function upperMedian(values: readonly number[]): number | undefined {
  return quantile(ascending(values), 0.5);
}

/**
 * The element nearest to `share` of the way from the first to the last; 0 and 1 are the extremes. `undefined` for an
 * empty list.
 */
export function nearestQuantile(sorted: ArrayLike<number>, share: number): number | undefined {
  return sorted[Math.round(share * (sorted.length - 1))];
}

export function ascending(values: readonly number[]): number[] {
  return values.toSorted((left, right) => left - right);
}
