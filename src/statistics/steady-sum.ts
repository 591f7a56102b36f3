/**
 * A sum that does not depend on the order of its values. Attempts end in any order, and otherwise the last digit of a
 * score could depend on it. Sorts first, then uses Neumaier's compensated summation, as Python does.
 */
export function steadySum(values: readonly number[]): number {
  let sum = 0;
  let lost = 0;
  for (const value of values.toSorted((left, right) => left - right)) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}
