import { sql, type Transaction } from 'kysely';
import { advisoryKey } from './advisory-key.ts';
import { engineOf } from './engine.ts';

const WRITERS = advisoryKey('writers');

/**
 * Makes this transaction the only one that writes, until it ends. SQLite grants that when a transaction begins. On
 * PostgreSQL it is a lock of our own rather than isolation level SERIALIZABLE: every change also appends to the one
 * chain of events, so serializable transactions would keep aborting each other, while under READ COMMITTED those
 * that waited see, statement by statement, what the one before them committed. The server frees the lock after the
 * commit can be seen, so an event is never visible without the one before it.
 */
export async function lockWriters<Tables>(transaction: Transaction<Tables>): Promise<void> {
  if (engineOf(transaction) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${WRITERS})`.execute(transaction);
}
