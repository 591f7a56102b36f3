/** At most a third of the letters may differ, and never more than two. */
const MOST_CHANGES = 2;

/** The name most similar to a misspelt one; `undefined` if none is close. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((each) => ({ each, changes: changesBetween(name, each) }))
    .toSorted((one, other) => one.changes - other.changes);
  const best = ranked[0];
  return best !== undefined && best.changes <= Math.min(MOST_CHANGES, name.length / 3) ? best.each : undefined;
}

/** Number of letters to insert, remove or replace, or neighbours to swap. */
function changesBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_CHANGES) return Infinity;
  const rows = [Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}
