import type { Kysely, Transaction } from 'kysely';
import { retry } from '../../net/retry.ts';
import type { Database, Reader, TransactionOptions } from './database.ts';
import type { Engine } from './engine.ts';
import { FairLock } from './fair-lock.ts';
import type { HeldLeadership, Leadership } from './leadership.ts';
import { isCollision } from './postgres-fault.ts';
import { TransactionBatches } from './transaction-batches.ts';
import type { TransactionScope } from './transaction-scope.ts';
import { lockWriters } from './writers-lock.ts';

const MOST_ATTEMPTS = 10;
const BACKOFF = { first: 10, longest: 500, jitter: [0, 1] } as const;

export interface KyselyDatabaseParts<Tables> {
  readonly engine: Engine;
  readonly place: string;
  readonly kysely: Kysely<Tables>;
  readonly scope: TransactionScope;
  readonly leadership: Leadership;
}

export class KyselyDatabase<Tables> implements Database<Tables> {
  readonly engine: Engine;
  readonly place: string;
  readonly #kysely: Kysely<Tables>;
  readonly #scope: TransactionScope;
  readonly #leadership: Leadership;
  /** Writers of this process wait here rather than in the database, where each would hold one of few connections. */
  readonly #writers = new FairLock();
  readonly #batches = new TransactionBatches<Tables>((work) => retried(() => this.#attempt(work)));

  constructor({ engine, place, kysely, scope, leadership }: KyselyDatabaseParts<Tables>) {
    this.engine = engine;
    this.place = place;
    this.#kysely = kysely;
    this.#scope = scope;
    this.#leadership = leadership;
  }

  get reader(): Reader<Tables> {
    return this.#kysely as unknown as Reader<Tables>;
  }

  async withTransaction<T>(
    work: (transaction: Transaction<Tables>) => Promise<T>,
    { concurrent = false, batchKey }: TransactionOptions = {},
  ): Promise<T> {
    this.#scope.refuseInside();
    if (batchKey !== undefined) return await this.#batches.run(batchKey, work);
    return await retried(() => (concurrent ? this.#attempt(work) : this.#attemptAlone(work)));
  }

  async withSnapshot<T>(work: (reader: Reader<Tables>) => Promise<T>): Promise<T> {
    const transaction = this.#kysely.transaction().setAccessMode('read only').setIsolationLevel('repeatable read');
    return await transaction.execute((snapshot) => this.#scope.run(() => work(snapshot as unknown as Reader<Tables>)));
  }

  async lead(name: string): Promise<HeldLeadership | undefined> {
    if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new TypeError(`${name} is not a valid leadership name`);
    return await this.#leadership.lead(name);
  }

  tables<More>(): Database<Tables & More> {
    return this as unknown as Database<Tables & More>;
  }

  async close(): Promise<void> {
    await this.#leadership.resignAll();
    await this.#kysely.destroy();
  }

  async #attemptAlone<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    const endTurn = await this.#writers.acquire();
    try {
      return await this.#attempt(async (transaction) => {
        await lockWriters(transaction);
        return await work(transaction);
      });
    } finally {
      endTurn();
    }
  }

  async #attempt<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    // Set explicitly, because the server's default may be a level at which waiting for a lock ends in an error.
    const transaction = this.#kysely.transaction().setIsolationLevel('read committed');
    return await transaction.execute((opened) => this.#scope.run(() => work(opened)));
  }
}

/** Retries collisions: PostgreSQL rolls back one of two conflicting transactions. */
async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  return await retry(attempt, { attempts: MOST_ATTEMPTS, backoff: BACKOFF, isRetryable: isCollision });
}
