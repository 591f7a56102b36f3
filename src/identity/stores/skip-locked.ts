import type { SelectQueryBuilder, Transaction } from 'kysely';
import { engineOf } from '../../store/database.ts';

/** Leaves out rows that another transaction has locked, so that a cleanup never waits. */
export function skipLocked<Tables, From extends keyof Tables, Row>(
  transaction: Transaction<Tables>,
  rows: SelectQueryBuilder<Tables, From, Row>,
): SelectQueryBuilder<Tables, From, Row> {
  // SQLite has a single writer: this transaction.
  return engineOf(transaction) === 'postgres' ? rows.forUpdate().skipLocked() : rows;
}
