export interface Matching {
  /** Total weight of the pairs. */
  readonly weight: number;
  /** Row and column of each pair with a positive weight. */
  readonly pairs: readonly (readonly [number, number])[];
}

/**
 * Pairs rows with columns one to one so that the total weight is largest. Uses shortest augmenting paths, cubic in
 * the rows. Taking the best pair first would reward less than was earned, by an amount that depends on the order.
 */
export function bestMatching(weights: readonly (readonly number[])[]): Matching {
  const rows = weights.length;
  const columns = Math.max(rows, ...weights.map((row) => row.length));
  const cost = (row: number, column: number): number => -(weights[row - 1]![column - 1] ?? 0);
  const rowPotential = new Array<number>(rows + 1).fill(0);
  const columnPotential = new Array<number>(columns + 1).fill(0);
  /** Row assigned to each column; column 0 holds the row being placed. */
  const rowOf = new Array<number>(columns + 1).fill(0);
  for (let row = 1; row <= rows; row++) {
    const came = new Array<number>(columns + 1).fill(0);
    const slack = new Array<number>(columns + 1).fill(Infinity);
    const visited = new Array<boolean>(columns + 1).fill(false);
    rowOf[0] = row;
    let column = 0;
    do {
      visited[column] = true;
      let step = Infinity;
      let next = 0;
      for (let each = 1; each <= columns; each++) {
        if (visited[each]) continue;
        const reduced = cost(rowOf[column]!, each) - rowPotential[rowOf[column]!]! - columnPotential[each]!;
        if (reduced < slack[each]!) {
          slack[each] = reduced;
          came[each] = column;
        }
        if (slack[each]! < step) {
          step = slack[each]!;
          next = each;
        }
      }
      for (let each = 0; each <= columns; each++) {
        if (visited[each]) {
          rowPotential[rowOf[each]!]! += step;
          columnPotential[each]! -= step;
        } else slack[each]! -= step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    for (; column !== 0; column = came[column]!) rowOf[column] = rowOf[came[column]!]!;
  }
  const pairs = rowOf
    .map((row, column) => [row - 1, column - 1] as const)
    .filter(([row, column]) => row >= 0 && column >= 0 && (weights[row]![column] ?? 0) > 0);
  return { weight: pairs.reduce((sum, [row, column]) => sum + weights[row]![column]!, 0), pairs };
}
