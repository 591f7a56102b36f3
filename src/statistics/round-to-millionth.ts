/** The last digits of floating-point sums depend on the order of the values; written files must not. */
export function roundToMillionth(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
