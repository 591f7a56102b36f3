import { steadySum } from '../../statistics/steady-sum.ts';

/** Rows are those who give, columns those who get. */
export type Matrix = readonly (readonly number[])[];

/**
 * Shares of the sum; zeros stay zeros. Sums here do not depend on the order of what is added, because neurons that trade
 * their places must get the same numbers to the last digit.
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

/** What every column gets when each row counts with its share. */
export function weighColumns(matrix: Matrix, shares: readonly number[]): number[] {
  return (matrix[0] ?? []).map((_, index) => steadySum(matrix.map((row, giver) => row[index]! * shares[giver]!)));
}

/** What every row holds when each column counts with its share. */
export function weighRows(matrix: Matrix, shares: readonly number[]): number[] {
  return matrix.map((row) => steadySum(row.map((value, index) => value * shares[index]!)));
}
