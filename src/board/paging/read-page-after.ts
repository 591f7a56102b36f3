import type { Expression, SelectQueryBuilder } from 'kysely';
import type { CursorQuery, ListOrder } from './list-order.ts';
import { readPage } from './read-page.ts';

/**
 * Reads the page after a cursor and counts the whole list, which does not depend on the cursor. The query is filtered
 * and ordered by the columns of `order`. Call it in a snapshot.
 */
export async function readPageAfter<Tables, Names extends keyof Tables, Key, Row extends Key>(
  list: SelectQueryBuilder<Tables, Names, Row>,
  { limit, offset, cursor }: CursorQuery,
  order: ListOrder<Key>,
  columns: readonly Expression<unknown>[],
) {
  const { total } = await readPage(list, { limit: 1, offset: 0 });
  const found = await list
    .where(order.after(columns, cursor))
    .limit(limit + 1)
    .offset(offset)
    .execute();
  const { rows, next } = order.page(found, limit);
  return { total, limit, offset, next_cursor: next, rows };
}
