import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Database } from '../database/database.ts';
import type { Engine } from '../database/engine.ts';
import { openDatabase } from '../database/open-database.ts';
import { type FoundPostgres, findPostgres } from './find-postgres.ts';
import type { PostgresAccess } from './postgres-access.ts';
import { PostgresServer } from './postgres-server.ts';
import { copyPostgresTables, copySqliteTables, type PreparedTables } from './prepared-tables.ts';
import { sharedPostgres } from './shared-postgres.ts';

/** Location of a database that a test can open several times, also from other processes. */
export interface TestDatabase {
  readonly engine: Engine;
  readonly url: string | undefined;
  readonly folder: string;
  open(): Promise<Database<unknown>>;
  remove(): Promise<void>;
}

/** Empty unless `tables` is given. */
export type MakeDatabase = (tables?: PreparedTables) => Promise<TestDatabase>;
export type EngineTests = (makeDatabase: MakeDatabase, engine: Engine) => void;

/** Set by `npm run test:all`, which CI runs. */
const RUNS_ALL = process.env.ASSAY_TEST_ENGINES === 'all';

/**
 * Runs tests of our own rules on SQLite, and in `npm run test:all` also on PostgreSQL. `database-conformance.ts` checks
 * that both engines answer the same queries alike, so a wrong rule shows on one engine.
 *
 * @example onEveryEngine('the queue', (makeDatabase) => { it('gives each item once', async () => { … }) });
 */
export function onEveryEngine(name: string, tests: EngineTests): void {
  onSqlite(name, tests);
  if (RUNS_ALL) onSharedPostgres(name, tests);
}

/**
 * Runs tests of a whole arena on SQLite, and on PostgreSQL only nightly: tests of its parts run on both engines in CI,
 * and a whole arena takes a minute of processor time.
 */
export function onEveryEngineNightly(name: string, tests: EngineTests): void {
  onSqlite(name, tests);
  if (RUNS_ALL) describe('nightly', { tags: 'nightly' }, () => onSharedPostgres(name, tests));
}

/**
 * Always runs the same tests on SQLite and, where it is installed, on a real PostgreSQL: for what the engines do
 * differently, which is locking, concurrent writers, migrations and types.
 */
export function onBothEngines(name: string, tests: EngineTests): void {
  onSqlite(name, tests);
  onSharedPostgres(name, tests);
}

/** Tests that need a separate server; skipped, with the reason in their name, where none can be started. */
export function onPostgres(name: string, tests: (server: () => PostgresServer) => void): void {
  wherePostgresIs(name, (found) => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.start(found);
    });
    afterAll(async () => await server.stop());
    tests(() => server);
  });
}

/** For rules that are decided before or after the database, whose queries other tests run on both engines. */
export function onSqlite(name: string, tests: EngineTests): void {
  describe(`${name}, on SQLite`, () => tests(makeSqliteDatabase, 'sqlite'));
}

function onSharedPostgres(name: string, tests: EngineTests): void {
  wherePostgresIs(`${name}, on PostgreSQL`, () => {
    let server: PostgresAccess;
    beforeAll(async () => {
      server = await sharedPostgres();
    });
    tests(async (tables) => {
      const url = tables === undefined ? await server.createDatabase() : await copyPostgresTables(tables, server);
      return makeDatabase('postgres', url, () => server.dropDatabase(url));
    }, 'postgres');
  });
}

function wherePostgresIs(name: string, tests: (found: Extract<FoundPostgres, { ok: true }>) => void): void {
  const found = findPostgres();
  if (found.ok) {
    describe(name, () => tests(found));
    return;
  }
  console.warn(`${name}: skipped, ${found.reason}`);
  it.skip(`${name}: ${found.reason}`, () => {});
}

/** For tests that do not depend on the database. */
export async function makeSqliteDatabase(tables?: PreparedTables): Promise<TestDatabase> {
  const place = makeDatabase('sqlite', undefined, async () => {});
  if (tables !== undefined) await copySqliteTables(tables, place.folder);
  return place;
}

function makeDatabase(engine: Engine, url: string | undefined, drop: () => Promise<void>): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'assay-database-'));
  const opened: Database<unknown>[] = [];
  return {
    engine,
    url,
    folder,
    open: async () => {
      const database = await openDatabase(url, { folder });
      opened.push(database);
      return database;
    },
    remove: async () => {
      for (const database of opened) await database.close();
      await drop();
      rmSync(folder, { recursive: true });
    },
  };
}
