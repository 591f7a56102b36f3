/**
 * A sum that does not depend on the order of what is added: attempts end in any order, and a last digit that comes and
 * goes with it would show up in a score. Sorted first, then with the lost parts carried along (Neumaier), as Python sums.
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
