import { isJsonObject } from '../../json/json-object.ts';

/**
 * Objects of one list as Arrow gives them back: every field that one of them has, all of them have, with null where it
 * was missing, and so on inside. Loaders that go through it show templates these nulls.
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
