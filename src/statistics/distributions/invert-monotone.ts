const HALVINGS = 200;

/**
 * Where a function that only rises reaches `wanted`, by halving until nothing is left to halve. Slow and sure: the
 * quantiles of a report are few, and Newton's method can be thrown out of the range by a flat tail.
 */
export function invertMonotone(rising: (x: number) => number, wanted: number, low: number, high: number): number {
  let [left, right] = [low, high];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (left + right) / 2;
    if (middle === left || middle === right) break;
    if (rising(middle) < wanted) left = middle;
    else right = middle;
  }
  return (left + right) / 2;
}
