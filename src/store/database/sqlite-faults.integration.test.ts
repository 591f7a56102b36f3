import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_ROOMS, type SampleTables } from '../testing/sample-tables.ts';
import { appendEvent } from './append-event.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { verifyEvents } from './verify-events.ts';

let folder: string;
let file: string;
const opened: Database<unknown>[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-sqlite-'));
  file = join(folder, 'assay.sqlite');
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  rmSync(folder, { recursive: true });
});

async function open(timeoutMilliseconds = 30_000): Promise<Database<SampleTables>> {
  const database = await openDatabase(undefined, { folder, timeoutMilliseconds });
  opened.push(database);
  return database.tables<SampleTables>();
}

async function insert(database: Database<SampleTables>, id: string, bytes: Uint8Array | null = null): Promise<void> {
  await database.withTransaction(async (transaction) => {
    await transaction.insertInto('samples').values({ id, bytes }).execute();
    await appendEvent(transaction, { who: 'test', what: 'kept', when: 1, why: 'to see', subject: id, data: null });
  });
}

describe('the SQLite file', () => {
  it('the SQLite file is readable by its owner only, has a write-ahead log and syncs to disk', async () => {
    const database = await open();
    await migrate(database, SAMPLE_ROOMS, 1);
    for (const path of [file, `${file}-wal`]) expect(statSync(path).mode & 0o077).toBe(0);
    const settings = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, fullfsync: 1 };
    for (const [name, value] of Object.entries(settings)) {
      const { rows } = await database.withTransaction(
        async (transaction) => await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(transaction),
      );
      expect(rows).toEqual([{ [name]: value }]);
    }
  });

  it('a full disk is reported, keeps committed data, and SQLite works again afterwards', async () => {
    const database = await open();
    await migrate(database, SAMPLE_ROOMS, 1);
    await insert(database, 'before');
    const limit = async (pages: number): Promise<void> =>
      void (await database.withTransaction(
        async (transaction) => await sql.raw(`pragma max_page_count = ${pages}`).execute(transaction),
      ));
    await limit(1);
    await expect(insert(database, 'large', Buffer.alloc(1_000_000))).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      message: expect.stringContaining(file),
      remedy: expect.stringContaining('disk space'),
    });
    expect(await database.reader.selectFrom('samples').select('id').execute()).toEqual([{ id: 'before' }]);
    await limit(1_000_000);
    await insert(database, 'large', Buffer.alloc(1_000_000));
    expect(await verifyEvents(database)).toMatchObject({ ok: true, head: { sequence: 2 } });
  });

  it('leaves a file that is not an SQLite database alone', async () => {
    writeFileSync(file, 'a letter to my aunt'.repeat(100));
    await expect(open()).rejects.toMatchObject({ code: 'STORAGE_FAILED', message: expect.stringContaining('damaged') });
    expect(readFileSync(file, 'utf8')).toContain('aunt');
  });

  it('reports a damaged SQLite file', async () => {
    const database = await open();
    await migrate(database, SAMPLE_ROOMS, 1);
    for (let number = 0; number < 50; number++) await insert(database, `sample ${number}`, Buffer.alloc(4_000));
    await database.close();
    const content = readFileSync(file);
    writeFileSync(file, content.fill(0x5a, 4_096 * 3));
    const damaged = await open();
    await expect(damaged.reader.selectFrom('samples').selectAll().execute()).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      message: expect.stringContaining('damaged'),
      remedy: expect.stringContaining('backup'),
    });
  });

  it('reports an SQLite file locked by another process, after waiting', async () => {
    const database = await open(100);
    await migrate(database, SAMPLE_ROOMS, 1);
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    await expect(insert(database, 'a')).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
      message: expect.stringContaining('locked by another process'),
    });
    expect(await database.reader.selectFrom('samples').selectAll().execute()).toEqual([]);
    other.exec('commit');
    other.close();
    await insert(database, 'a');
  });

  it('waiting for another process does not block this one', async () => {
    const database = await open();
    await migrate(database, SAMPLE_ROOMS, 1);
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const waiting = insert(database, 'a');
    let turns = 0;
    for (; turns < 5; turns++) await new Promise((resolve) => setTimeout(resolve, 10));
    other.exec('commit');
    other.close();
    await waiting;
    expect(turns).toBe(5);
  });

  it('reports an unusable path for the SQLite file', async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file where a folder should be');
    await expect(open()).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    rmSync(folder);
    mkdirSync(file, { recursive: true });
    await expect(open()).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  });

  it.skipIf(process.getuid?.() === 0)(
    'reports an SQLite file that is not writable (not as root, who may write)',
    async () => {
      const database = await open();
      await database.close();
      chmodSync(file, 0o400);
      await expect(open()).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    },
  );
});
