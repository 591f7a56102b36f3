import { closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { retry } from '../../net/retry.ts';
import { makeFolder } from '../files/make-folder.ts';
import { storageFault, systemErrorCode } from '../files/storage-fault.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';
import type { Database } from './database.ts';
import { FolderLeadership } from './folder-leadership.ts';
import { KyselyDatabase } from './kysely-database.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDialect } from './sqlite-dialect.ts';
import { isBusy, sqliteFault } from './sqlite-fault.ts';
import { TransactionScope } from './transaction-scope.ts';
import { type OnQuery, watchQueries } from './watch-queries.ts';

export const SQLITE_FILE = 'assay.sqlite';
/** SQLite waits on our thread, so its own wait is short; the connection then retries without blocking the thread. */
const BUSY_MILLISECONDS = 20;

export async function openSqlite(folder: string, timeout: number, onQuery?: OnQuery): Promise<Database<unknown>> {
  const path = join(resolve(folder), SQLITE_FILE);
  makeFile(path, resolve(folder));
  const connection = new SqliteConnection(await openFile(path, timeout), path, timeout);
  const scope = new TransactionScope();
  const kysely = new Kysely<unknown>({ dialect: new SqliteDialect(connection, scope), ...watchQueries(onQuery) });
  await sql`select 1`.execute(kysely);
  const leadership = new FolderLeadership(join(resolve(folder), 'leaders'));
  return new KyselyDatabase({ engine: 'sqlite', place: path, kysely, scope, leadership });
}

/**
 * Private to its owner: it contains unreleased agents and hidden problems. SQLite gives the files beside it the same
 * permissions.
 */
function makeFile(path: string, folder: string): void {
  makeFolder(folder);
  try {
    closeSync(openSync(path, 'ax', 0o600));
    syncToDisk(folder);
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return;
    throw storageFault(error, `making ${path}`);
  }
}

async function openFile(path: string, timeout: number): Promise<DatabaseSync> {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { timeout: BUSY_MILLISECONDS, enableForeignKeyConstraints: true });
    await turnOnWriteAheadLog(file, path, timeout);
    file.exec(`
      pragma synchronous = full;
      pragma fullfsync = on;
      pragma checkpoint_fullfsync = on;
      pragma case_sensitive_like = on;
      pragma trusted_schema = off;
    `);
    return file;
  } catch (error) {
    file?.close();
    throw sqliteFault(error, path);
  }
}

/** When several processes start at once, only one can switch the mode; the others get "busy" and retry. */
async function turnOnWriteAheadLog(file: DatabaseSync, path: string, timeout: number): Promise<void> {
  const askForIt = (): unknown => file.prepare('pragma journal_mode = wal').get()?.journal_mode;
  const backoff = { first: BUSY_MILLISECONDS, longest: BUSY_MILLISECONDS, jitter: [0, 1] } as const;
  const mode = await retry(askForIt, { withinMilliseconds: timeout, backoff, isRetryable: isBusy });
  if (mode === 'wal') return;
  throw new Fault('STORAGE_FAILED', {
    message: `The file system of ${path} does not allow a write-ahead log.`,
    remedy: 'Choose a folder on a local disk that you may write to.',
  });
}
