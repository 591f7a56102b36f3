import type { SelectQueryBuilder, Transaction } from 'kysely';
import { engineOf } from './engine.ts';

/**
 * The first row of `query` that no other transaction has claimed, locked until this one ends; `undefined` when there is
 * none left. The same transaction must then change the row so that the query no longer finds it.
 *
 * @example
 * const item = await claimOne(transaction, transaction.selectFrom('work').selectAll().where('state', '=', 'waiting').orderBy('position'));
 */
export async function claimOne<Tables, From extends keyof Tables, Row>(
  transaction: Transaction<Tables>,
  query: SelectQueryBuilder<Tables, From, Row>,
  /** The table whose rows are claimed, where the query joins others. */
  table?: From & string,
): Promise<Row | undefined> {
  const first = query.limit(1);
  // SQLite has a single writer, which is this transaction.
  const locked = engineOf(transaction) === 'postgres' ? first.forUpdate(table).skipLocked() : first;
  return (await locked.executeTakeFirst()) as Row | undefined;
}
