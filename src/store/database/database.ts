import type { Transaction } from 'kysely';
import type { ReadonlyKysely } from 'kysely/readonly';
import type { Engine } from './engine.ts';
import type { HeldLeadership } from './leadership.ts';

/** Queries that change nothing. */
export type Reader<Tables> = Pick<
  ReadonlyKysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'case' | 'dynamic'
>;

export interface TransactionOptions {
  /**
   * Lets this transaction run concurrently with others. By default, writing transactions run one after the other,
   * across all machines, so that what a transaction has read is still true when it writes; on SQLite they always do.
   * Use it for changes to a single row (a heartbeat, a claim): rows that are read must be locked (`forUpdate`) or
   * changed by one statement that contains the condition, and an event must be appended last.
   */
  readonly concurrent?: boolean;
  /**
   * Commits this work together with other batched work that is waiting at the same time, in the order of these keys.
   * For work that could run concurrently, appends no event, and may be done twice: work that shares a transaction with
   * failed work is done again.
   */
  readonly batchKey?: string;
}

/**
 * Port: durable tables. The same Kysely queries give the same results on both engines, as far as the conformance suite
 * checks. It does not check the order of nulls (state it: `nullsFirst`, `nullsLast`) or comparisons selected as
 * columns.
 */
export interface Database<Tables> {
  readonly engine: Engine;
  /** Where the database is, for messages; without secrets. */
  readonly place: string;
  /** Each query sees what is committed when it runs. All writes go through a transaction. */
  readonly reader: Reader<Tables>;
  /**
   * Committed, and on disk, when it resolves; rolled back when `work` throws. PostgreSQL may roll back one of two
   * conflicting transactions, which is then retried: `work` may be called several times and must have no effects
   * outside the database. A failed statement makes its transaction unusable, so inserts that may conflict with an
   * existing row need `onConflict`.
   */
  withTransaction<T>(work: (transaction: Transaction<Tables>) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Several queries that see the same state. */
  withSnapshot<T>(work: (reader: Reader<Tables>) => Promise<T>): Promise<T>;
  /** Leadership for this process, or `undefined` when another process has it. */
  lead(name: string): Promise<HeldLeadership | undefined>;
  /** The same database, typed with more tables. */
  tables<More>(): Database<Tables & More>;
  close(): Promise<void>;
}
