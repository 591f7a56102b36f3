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
   * Lets this transaction run beside others. By default those that write run one after the other, on every machine, so
   * that what one has read is still true when it writes; on SQLite they always do. Ask for it where one row is all
   * there is to it (a heartbeat, a claim): what is read must be locked (`forUpdate`) or changed by one
   * statement with its condition in it, and an event is appended last.
   */
  readonly concurrent?: boolean;
  /**
   * Commits this work together with other such work that waits at the same time, in the order of these keys. For what
   * would be allowed to run concurrently, appends no event, and may be done twice: work that shares a transaction with
   * one that failed is done again.
   */
  readonly batchKey?: string;
}

/**
 * Port: tables that last. The same Kysely queries mean the same on both engines, as far as the conformance suite says;
 * it says nothing of the order of nulls (name it: `nullsFirst`, `nullsLast`) or of comparisons selected as columns.
 */
export interface Database<Tables> {
  readonly engine: Engine;
  /** Where it is, for messages; without secrets. */
  readonly place: string;
  /** Each query sees what is committed at that moment. Everything that writes does so in a transaction. */
  readonly reader: Reader<Tables>;
  /**
   * Committed, and on disk, when it resolves; undone when `work` throws. PostgreSQL may find two transactions in each
   * other's way and undo one, which is then done again: `work` may be called several times and must have no effects
   * but those on the database. A statement that fails spoils its transaction, so what may collide with a row that is
   * there says `onConflict`.
   */
  withTransaction<T>(work: (transaction: Transaction<Tables>) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Several queries that see the same moment. */
  withSnapshot<T>(work: (reader: Reader<Tables>) => Promise<T>): Promise<T>;
  /** Leadership for this process, or nothing when another process has it. */
  lead(name: string): Promise<HeldLeadership | undefined>;
  /** The same database, knowing of more tables. */
  tables<More>(): Database<Tables & More>;
  close(): Promise<void>;
}
