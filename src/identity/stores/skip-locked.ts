import type { SelectQueryBuilder, Transaction } from 'kysely';
import { engineOf } from '../../store/database.ts';

/** Rows that this transaction is about to remove, without rows that another one has locked: cleaning up never waits. */
export function skipLocked<Tables, From extends keyof Tables, Row>(
  transaction: Transaction<Tables>,
  rows: SelectQueryBuilder<Tables, From, Row>,
): SelectQueryBuilder<Tables, From, Row> {
  // SQLite has a single writer, which is this transaction.
  return engineOf(transaction) === 'postgres' ? rows.forUpdate().skipLocked() : rows;
}
