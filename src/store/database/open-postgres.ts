import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { Fault } from '../../fault/fault.ts';
import type { Database } from './database.ts';
import { KyselyDatabase } from './kysely-database.ts';
import { PortablePostgresDialect } from './postgres-dialect.ts';
import { PostgresLeadership } from './postgres-leadership.ts';
import { TransactionScope } from './transaction-scope.ts';
import { type OnQuery, watchQueries } from './watch-queries.ts';

const INT8 = 20;
const NUMERIC = 1700;

/**
 * Counts and sums have 64 bits or more on the wire, and the library returns them as text. SQLite returns numbers and
 * rejects values that do not fit; these parsers do the same.
 */
const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser(type, format) {
    if ((type === INT8 || type === NUMERIC) && format !== 'binary') return readNumber;
    return pg.types.getTypeParser(type, format);
  },
};

function readNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError(`${text} is too large for a JavaScript number`);
  }
  return number;
}

/** Enough for the readers of one server; writers take turns and use one connection. */
const CONNECTIONS = 10;
const OLDEST_SERVER = 120_000;

export interface PostgresAddress {
  readonly url: string;
  readonly place: string;
}

export async function openPostgres(
  { url, place }: PostgresAddress,
  timeout: number,
  onQuery?: OnQuery,
): Promise<Database<unknown>> {
  const settings: pg.ClientConfig = {
    connectionString: url,
    types: postgresTypes,
    application_name: 'assay',
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
    statement_timeout: 60_000,
    lock_timeout: timeout,
    // A process that hangs in a transaction must not block all other writers indefinitely.
    idle_in_transaction_session_timeout: 60_000,
  };
  const pool = openPool(settings, place);
  const scope = new TransactionScope();
  const kysely = new Kysely<unknown>({
    dialect: new PortablePostgresDialect({ pool, place, scope, onQuery }),
    ...watchQueries(onQuery),
  });
  try {
    await checkServer(kysely, place);
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  const leadership = new PostgresLeadership(settings, place);
  return new KyselyDatabase({ engine: 'postgres', place, kysely, scope, leadership });
}

function openPool(settings: pg.ClientConfig, place: string): pg.Pool {
  let pool: pg.Pool;
  try {
    pool = new pg.Pool({ ...settings, max: CONNECTIONS, onConnect: makeCommitsLast });
  } catch {
    // Options such as a certificate that cannot be read. No cause, because the error may repeat the address.
    throw new Fault('USAGE', { message: `The options of ${place} cannot be used.`, remedy: 'Check DATABASE_URL.' });
  }
  // A connection may break while it is idle or between two queries. Its next user gets the error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * A server may be configured to confirm commits before they are on disk. Settings stronger than "on", for example for a
 * standby, stay.
 */
async function makeCommitsLast(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')`,
  );
}

async function checkServer(kysely: Kysely<unknown>, place: string): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding
  `.execute(kysely);
  const { version, encoding } = rows[0]!;
  if (version < OLDEST_SERVER) {
    throw new Fault('STORAGE_FAILED', { message: `${place} is too old.`, remedy: 'PostgreSQL 12 or later is needed.' });
  }
  if (encoding !== 'UTF8') {
    throw new Fault('STORAGE_FAILED', {
      message: `${place} stores text as ${encoding}, which cannot represent all of Unicode.`,
      remedy: "Create the database with encoding 'UTF8'.",
    });
  }
}
