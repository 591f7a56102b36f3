import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Knows whether the code that runs now was called by a transaction. SQLite has one connection: a query that asks for it
 * while its own caller holds it would deadlock. PostgreSQL would answer, but from outside the transaction and only
 * while the pool lasts, so there it is refused as well.
 */
export class TransactionScope {
  readonly #current = new AsyncLocalStorage<{ open: boolean }>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const transaction = { open: true };
    try {
      return await this.#current.run(transaction, work);
    } finally {
      // What the work left running may query again once the transaction is over.
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
