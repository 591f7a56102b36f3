import { steadySum } from '../../statistics/steady-sum.ts';

/** Rows are givers, columns are receivers. */
export type Matrix = readonly (readonly number[])[];

/**
 * Shares of the sum; zeros stay zeros. The sums do not depend on the order of addition, because neurons that swap uids
 * must get exactly the same numbers.
 */
export function normalise(values: readonly number[]): number[] {
  const sum = steadySum(values);
  return sum === 0 ? values.map(() => 0) : values.map((value) => value / sum);
}

export function column(matrix: Matrix, index: number): number[] {
  return matrix.map((row) => row[index]!);
}

/** Every column as shares of its sum. */
export function normaliseColumns(matrix: Matrix): number[][] {
  const columns = (matrix[0] ?? []).map((_, index) => normalise(column(matrix, index)));
  return matrix.map((row, giver) => row.map((_, index) => columns[index]![giver]!));
}

/** Sum of each column, with rows weighted by `shares`. */
export function weighColumns(matrix: Matrix, shares: readonly number[]): number[] {
  return (matrix[0] ?? []).map((_, index) => steadySum(matrix.map((row, giver) => row[index]! * shares[giver]!)));
}

/** Sum of each row, with columns weighted by `shares`. */
export function weighRows(matrix: Matrix, shares: readonly number[]): number[] {
  return matrix.map((row) => steadySum(row.map((value, index) => value * shares[index]!)));
}
