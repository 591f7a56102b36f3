import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import { openDatabase } from '../open-database.ts';
import { findPostgres } from './find-postgres.ts';
import { PostgresServer } from './postgres-server.ts';

/** An empty place for a database, which may be opened as often as a test likes, by other processes as well. */
export interface DatabasePlace {
  readonly engine: Engine;
  readonly url: string | undefined;
  readonly folder: string;
  open(): Promise<Database<unknown>>;
  remove(): Promise<void>;
}

export type MakePlace = () => Promise<DatabasePlace>;

/**
 * Runs the same tests on SQLite and, where it is installed, on a real PostgreSQL.
 *
 * @example onEveryEngine('the queue', (makePlace) => { it('gives each item once', async () => { … }) });
 */
export function onEveryEngine(name: string, tests: (makePlace: MakePlace, engine: Engine) => void): void {
  describe(`${name}, on SQLite`, () => tests(async () => makePlace('sqlite', undefined, async () => {}), 'sqlite'));
  onPostgres(`${name}, on PostgreSQL`, (server) =>
    tests(async () => {
      const url = await server().createDatabase();
      return makePlace('postgres', url, () => server().dropDatabase(url));
    }, 'postgres'),
  );
}

/** Tests that need a server of their own; skipped, with the reason in their name, where there is none to start. */
export function onPostgres(name: string, tests: (server: () => PostgresServer) => void): void {
  const found = findPostgres();
  if (!found.ok) {
    console.warn(`${name}: skipped, ${found.reason}`);
    it.skip(`${name}: ${found.reason}`, () => {});
    return;
  }
  describe(name, () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.start(found);
    });
    afterAll(async () => await server.stop());
    tests(() => server);
  });
}

function makePlace(engine: Engine, url: string | undefined, drop: () => Promise<void>): DatabasePlace {
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
