import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  type TransactionSettings,
} from 'kysely';
import { FairLock } from './fair-lock.ts';
import { SqliteCompiler } from './sqlite-compiler.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { TransactionScope } from './transaction-scope.ts';

/** Kysely over `node:sqlite`: one connection that queries and transactions take in turn. */
export class SqliteDialect implements Dialect {
  readonly #connection: SqliteConnection;
  readonly #scope: TransactionScope;

  constructor(connection: SqliteConnection, scope: TransactionScope) {
    this.#connection = connection;
    this.#scope = scope;
  }

  createDriver(): Driver {
    return new SqliteDriver(this.#connection, this.#scope);
  }
  createQueryCompiler(): QueryCompiler {
    return new SqliteCompiler();
  }
  createAdapter(): DialectAdapter {
    return new TurnTakingAdapter();
  }
  createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(database);
  }
}

class TurnTakingAdapter extends SqliteAdapter {
  /**
   * The driver queues callers itself, after it has checked whether they are inside a transaction. Kysely's queue would
   * make them wait first.
   */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #scope: TransactionScope;
  readonly #turns = new FairLock();
  #endTurn: () => void = () => {};

  constructor(connection: SqliteConnection, scope: TransactionScope) {
    this.#connection = connection;
    this.#scope = scope;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    this.#scope.refuseInside();
    this.#endTurn = await this.#turns.acquire();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#endTurn();
  }

  /**
   * A transaction that may write takes the write lock before it reads. If it read first, its first write would fail
   * when another process has written in between.
   */
  async beginTransaction(connection: SqliteConnection, { accessMode }: TransactionSettings): Promise<void> {
    await connection.begin(accessMode === 'read only' ? 'deferred' : 'immediate');
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback();
  }

  async destroy(): Promise<void> {
    const endTurn = await this.#turns.acquire();
    this.#connection.close();
    endTurn();
  }
}
