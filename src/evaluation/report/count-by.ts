/** Counts each name. Most frequent first, ties by name. */
export function countBy(names: readonly string[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([left, one], [right, other]) => other - one || (left < right ? -1 : 1)));
}
