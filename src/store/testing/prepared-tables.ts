import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import type { RoomMigrations } from '../database/migration.ts';
import { openDatabase } from '../database/open-database.ts';
import { SQLITE_FILE } from '../database/open-sqlite.ts';
import { hasCode, type PostgresAccess } from './postgres-access.ts';

/**
 * The tables that a test starts with. They are migrated once and then copied, because migrations take longer than most
 * tests.
 */
export type PreparedTables = readonly RoomMigrations[];

const NO_SUCH_DATABASE = '3D000';
const DATABASE_EXISTS = '42P04';

/** Each worker migrates once and keeps the file. */
const files = new Map<string, Promise<Buffer>>();

export async function copySqliteTables(tables: PreparedTables, folder: string): Promise<void> {
  const name = nameOf(tables);
  const file = files.get(name) ?? makeSqliteFile(tables);
  files.set(name, file);
  writeFileSync(join(folder, SQLITE_FILE), await file, { mode: 0o600 });
}

async function makeSqliteFile(tables: PreparedTables): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-tables-'));
  try {
    await prepare(await openDatabase(undefined, { folder }), tables);
    return readFileSync(join(folder, SQLITE_FILE));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Creates a database with the tables and returns its address. All workers copy the same template. */
export async function copyPostgresTables(tables: PreparedTables, server: PostgresAccess): Promise<string> {
  const template = nameOf(tables);
  try {
    return await server.createDatabase({ template });
  } catch (error) {
    if (!hasCode(error, NO_SUCH_DATABASE)) throw error;
  }
  await makeTemplate(tables, template, server);
  return await server.createDatabase({ template });
}

async function makeTemplate(tables: PreparedTables, template: string, server: PostgresAccess): Promise<void> {
  const url = await server.createDatabase();
  await prepare(await openDatabase(url, { folder: tmpdir() }), tables);
  try {
    await server.renameDatabase(url, template);
  } catch (error) {
    if (!hasCode(error, DATABASE_EXISTS)) throw error;
    // Another worker created the template first.
    await server.dropDatabase(url);
  }
}

async function prepare(database: Database<unknown>, tables: PreparedTables): Promise<void> {
  try {
    await migrate(database, tables, 0);
  } finally {
    await database.close();
  }
}

/** Identifies the rooms and their migrations. */
function nameOf(tables: PreparedTables): string {
  const steps = tables.map(({ room, migrations }) => [room, ...migrations.map(({ name }) => name)]);
  return `tables_${createHash('sha256').update(JSON.stringify(steps)).digest('hex').slice(0, 16)}`;
}
