import { isId } from '../arena/arguments.ts';

const FEWEST_DIGITS = 8;

/**
 * The first digits of each id of a table, so many that no two rows look the same. Commands accept them in place of the
 * id; `--json` has all of it.
 */
export function shortIds(ids: readonly string[]): (id: string) => string {
  const different = [...new Set(ids)].filter(isId);
  let digits = FEWEST_DIGITS;
  const longest = Math.max(0, ...different.map(({ length }) => length));
  while (digits < longest && new Set(different.map((id) => id.slice(0, digits))).size < different.length) digits++;
  return (id) => (isId(id) ? id.slice(0, digits) : id);
}
