const HALVINGS = 200;

/**
 * Finds where an increasing function reaches `wanted`, by bisection to full precision. Slow but reliable: a report
 * needs few quantiles, and Newton's method can leave the range at a flat tail.
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
