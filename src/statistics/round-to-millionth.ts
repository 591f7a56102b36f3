/** Sums of floating point numbers differ in their last digits with the order of the values; written files must not. */
export function roundToMillionth(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
