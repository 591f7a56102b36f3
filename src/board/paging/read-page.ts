import type { SelectQueryBuilder } from 'kysely';
import type { PageQuery } from '../wire/paging.ts';

interface Page<Row> {
  /** Number of rows in the whole list. */
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  readonly rows: readonly Row[];
}

/**
 * Reads one page of a list and counts the whole list. The query describes the whole list, filtered and ordered; it must
 * not group rows, because the count replaces its selection. Call it in a snapshot, so that page and count agree.
 */
export async function readPage<Tables, Names extends keyof Tables, Row>(
  list: SelectQueryBuilder<Tables, Names, Row>,
  { limit, offset }: PageQuery,
): Promise<Page<Row>> {
  const count = list
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .$castTo<{ readonly total: number }>();
  const { total } = await count.executeTakeFirstOrThrow();
  return { total, limit, offset, rows: await list.limit(limit).offset(offset).execute() };
}
