import type { SelectQueryBuilder, Transaction } from 'kysely';
import { engineOf } from '../../store/database.ts';

/** Rows that this transaction is about to remove, without those that another is busy with: whoever tidies up waits for nobody. */
export function passOver<Tables, From extends keyof Tables, Row>(
  transaction: Transaction<Tables>,
  rows: SelectQueryBuilder<Tables, From, Row>,
): SelectQueryBuilder<Tables, From, Row> {
  // SQLite has a single writer, which is this transaction.
  return engineOf(transaction) === 'postgres' ? rows.forUpdate().skipLocked() : rows;
}
