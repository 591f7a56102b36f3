/** First position in [low, high) whose value is at least `wanted`, or `high`. */
export function lowerBound(values: Uint32Array, wanted: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
