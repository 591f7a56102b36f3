import { sql, type Transaction } from 'kysely';
import { advisoryKey } from './advisory-key.ts';
import { engineOf } from './engine.ts';

const WRITERS = advisoryKey('writers');

/**
 * Makes this transaction the only one that writes, until it ends. SQLite grants that when a transaction begins. On
 * PostgreSQL this takes an advisory lock instead of using isolation level SERIALIZABLE: every change also appends to
 * the one chain of events, so serializable transactions would keep aborting each other. Under READ COMMITTED, waiting
 * transactions see with each statement what the previous one committed. The server frees the lock after the commit is
 * visible, so an event is never visible without the event before it.
 */
export async function lockWriters<Tables>(transaction: Transaction<Tables>): Promise<void> {
  if (engineOf(transaction) === 'sqlite') return;
  await sql`select pg_advisory_xact_lock(${WRITERS})`.execute(transaction);
}
