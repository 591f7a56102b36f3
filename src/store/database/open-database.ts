import type { Database } from './database.ts';
import { parseDatabaseUrl } from './database-address.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';
import type { OnQuery } from './watch-queries.ts';

export interface OpenDatabaseOptions {
  /** Folder of the SQLite file, used when no address is given. */
  readonly folder: string;
  /** How long to wait for a lock that others hold. */
  readonly timeoutMilliseconds?: number;
  /** Called after each statement. */
  readonly onQuery?: OnQuery | undefined;
}

/**
 * Opens the database that `DATABASE_URL` names; without one, a file in the data folder. `migrate` creates its tables.
 *
 * @example const database = await openDatabase(process.env.DATABASE_URL, { folder });
 */
export async function openDatabase(
  url: string | undefined,
  { folder, timeoutMilliseconds = 30_000, onQuery }: OpenDatabaseOptions,
): Promise<Database<unknown>> {
  const address = parseDatabaseUrl(url);
  if (address.engine === 'postgres') return await openPostgres(address, timeoutMilliseconds, onQuery);
  return await openSqlite(folder, timeoutMilliseconds, onQuery);
}
