import { type DatabaseConnection, PostgresDriver, type PostgresPool, sql } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { isLostConnection, postgresFault } from './postgres-fault.ts';
import type { TransactionScope } from './transaction-scope.ts';

export interface PostgresDriverOptions {
  readonly pool: PostgresPool;
  readonly place: string;
  readonly scope: TransactionScope;
}

/** Kysely's driver, with failures told as faults and acknowledged commits on the server's disk. */
export class FaultTellingPostgresDriver extends PostgresDriver {
  readonly #place: string;
  readonly #scope: TransactionScope;
  readonly #prepared = new WeakSet<DatabaseConnection>();

  constructor({ pool, place, scope }: PostgresDriverOptions) {
    super({ pool });
    this.#place = place;
    this.#scope = scope;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#scope.refuseInside();
    let connection: DatabaseConnection;
    try {
      connection = await super.acquireConnection();
    } catch (error) {
      throw postgresFault(error, this.#place);
    }
    if (!this.#prepared.has(connection)) await this.#prepare(connection);
    return connection;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      if (!isLostConnection(Fault.isInstance(error) ? error.cause : error)) throw error;
      throw new Fault('STORAGE_FAILED', {
        message: `${this.#place} was lost while it committed: whether the change was kept is not known.`,
        remedy: 'Look before doing it again, or repeat it in a way that counts once.',
        cause: error,
      });
    }
  }

  /** A connection that cannot roll back is thrown away, and the server undoes the rest; what failed first is told. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }

  async #prepare(connection: DatabaseConnection): Promise<void> {
    const executeQuery = connection.executeQuery.bind(connection);
    connection.executeQuery = async (query, options) => {
      try {
        return await executeQuery(query, options);
      } catch (error) {
        throw postgresFault(error, this.#place);
      }
    };
    try {
      await connection.executeQuery(LASTING_COMMITS);
    } catch (error) {
      await this.releaseConnection(connection);
      throw error;
    }
    this.#prepared.add(connection);
  }
}

/** A server may be set to answer before a commit is on disk. More than "on" (a standby, too) is left as it is. */
const LASTING_COMMITS = {
  sql: `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')`,
} as const;
void sql;
