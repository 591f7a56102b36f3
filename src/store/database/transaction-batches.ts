import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import type { FaultCode } from '../../fault/fault-table.ts';

/** With these faults, every piece of work would fail in the same way. */
const AWAY: ReadonlySet<FaultCode> = new Set(['STORAGE_FAILED', 'STORAGE_UNAVAILABLE']);

/** Enough to make a commit worthwhile, and few enough to keep each wait short. */
const MOST_AT_ONCE = 100;

type Work<Tables, T> = (transaction: Transaction<Tables>) => Promise<T>;

interface Waiting<Tables> {
  readonly key: string;
  readonly work: Work<Tables, unknown>;
  readonly answer: PromiseWithResolvers<unknown>;
}

/**
 * Commits small pieces of work together. A commit must reach the disk, which takes longer than the work itself, so
 * pieces that arrive while a commit is under way share the next one. If one piece fails, each is retried alone, so that
 * the others are not affected. Pieces run in the order of their keys, so that two processes lock the same rows in the
 * same order.
 */
export class TransactionBatches<Tables> {
  readonly #attempt: <T>(work: Work<Tables, T>) => Promise<T>;
  #waiting: Waiting<Tables>[] = [];
  #busy = false;

  /** `attempt` runs work in a transaction, and retries it after a collision. */
  constructor(attempt: <T>(work: Work<Tables, T>) => Promise<T>) {
    this.#attempt = attempt;
  }

  async run<T>(key: string, work: Work<Tables, T>): Promise<T> {
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.push({ key, work, answer });
    if (!this.#busy) void this.#commitAll();
    return (await answer.promise) as T;
  }

  async #commitAll(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) {
      // SQLite is synchronous and lets no other request in while it works, so give requests a turn to join the batch.
      await nextTurn();
      const batch = this.#waiting.slice(0, MOST_AT_ONCE);
      this.#waiting = this.#waiting.slice(MOST_AT_ONCE);
      await this.#commit(batch.toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)));
    }
    this.#busy = false;
  }

  async #commit(batch: readonly Waiting<Tables>[]): Promise<void> {
    try {
      const results = await this.#attempt(async (transaction) => {
        const done: unknown[] = [];
        for (const { work } of batch) done.push(await work(transaction));
        return done;
      });
      for (const [index, { answer }] of batch.entries()) answer.resolve(results[index]);
    } catch (error) {
      const isDatabaseAway = Fault.isInstance(error) && AWAY.has(error.code);
      for (const { work, answer } of batch) {
        if (batch.length === 1 || isDatabaseAway) answer.reject(error);
        else await this.#attempt(work).then(answer.resolve, answer.reject);
      }
    }
  }
}
