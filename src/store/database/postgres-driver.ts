import { type DatabaseConnection, PostgresDriver, type PostgresPool } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { connectionFault, isLostConnection, postgresFault } from './postgres-fault.ts';
import type { TransactionScope } from './transaction-scope.ts';
import type { OnQuery } from './watch-queries.ts';

export interface PostgresDriverOptions {
  readonly pool: PostgresPool;
  readonly place: string;
  readonly scope: TransactionScope;
  /** Also called when no connection could be acquired. */
  readonly onQuery?: OnQuery | undefined;
}

/** Kysely's driver, with errors mapped to faults. */
export class FaultMappingPostgresDriver extends PostgresDriver {
  readonly #place: string;
  readonly #scope: TransactionScope;
  readonly #onQuery: OnQuery | undefined;
  readonly #known = new WeakSet<DatabaseConnection>();

  constructor({ pool, place, scope, onQuery }: PostgresDriverOptions) {
    super({ pool });
    this.#place = place;
    this.#scope = scope;
    this.#onQuery = onQuery;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#scope.refuseInside();
    let connection: DatabaseConnection;
    const started = performance.now();
    try {
      connection = await super.acquireConnection();
    } catch (error) {
      this.#onQuery?.({ kind: 'read', seconds: (performance.now() - started) / 1_000, failed: true });
      throw connectionFault(error, this.#place);
    }
    if (!this.#known.has(connection)) this.#makeTellFaults(connection);
    return connection;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      if (!isLostConnection(Fault.isInstance(error) ? error.cause : error)) throw error;
      throw new Fault('STORAGE_UNAVAILABLE', {
        message: `${this.#place} lost the connection during a commit. It is unknown whether the change was saved.`,
        remedy: 'Check whether the change was saved before you repeat it.',
        cause: error,
      });
    }
  }

  /**
   * A failed rollback is ignored, so that the original error is reported. The connection is discarded and the server
   * rolls back.
   */
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }

  #makeTellFaults(connection: DatabaseConnection): void {
    const executeQuery = connection.executeQuery.bind(connection);
    connection.executeQuery = async (query, options) => {
      try {
        return await executeQuery(query, options);
      } catch (error) {
        throw postgresFault(error, this.#place);
      }
    };
    this.#known.add(connection);
  }
}
