import type { Database } from './database.ts';
import { parseDatabaseUrl } from './database-address.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';

/**
 * The database that `DATABASE_URL` names; without one, a file in the data folder. Its tables are made by `migrate`.
 *
 * @example const database = await openDatabase(process.env.DATABASE_URL, { folder });
 */
export async function openDatabase(
  url: string | undefined,
  { folder }: { readonly folder: string },
): Promise<Database<unknown>> {
  const address = parseDatabaseUrl(url);
  return address.engine === 'postgres' ? await openPostgres(address) : await openSqlite(folder);
}
