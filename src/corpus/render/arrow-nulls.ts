import { isJsonObject } from '../../json/json-object.ts';

/**
 * Converts the objects of a list as Arrow does: every field that one of them has, all of them have, with null where it
 * was missing, recursively. Loaders that use Arrow pass these nulls to templates.
 */
export function withArrowNulls<Element extends object>(list: readonly Element[]): Element[] {
  const rows = list.map((element) => ({ ...element }) as Record<string, unknown>);
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  for (const key of keys) {
    const holders = rows.filter((row) => isJsonObject(row[key]));
    const nested = withArrowNulls(holders.map((row) => row[key] as object));
    for (const [place, row] of holders.entries()) row[key] = nested[place];
  }
  return rows.map((row) => Object.fromEntries([...keys].map((key) => [key, row[key] ?? null])) as Element);
}
