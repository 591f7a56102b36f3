import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Detects whether the current code was called from within a transaction. SQLite has one connection: a query that
 * requests it while its own caller holds it would deadlock. PostgreSQL would answer, but outside the transaction and
 * only while the pool has free connections, so there it is rejected as well.
 */
export class TransactionScope {
  readonly #current = new AsyncLocalStorage<{ open: boolean }>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const transaction = { open: true };
    try {
      return await this.#current.run(transaction, work);
    } finally {
      // Work that is still running may query again once the transaction has ended.
      transaction.open = false;
    }
  }

  refuseInside(): void {
    if (this.#current.getStore()?.open !== true) return;
    throw new Error(
      'inside a transaction, query through the transaction: another connection would wait for it or not see its changes',
    );
  }
}
