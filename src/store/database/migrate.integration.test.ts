import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothEngines, type TestDatabase } from '../testing/every-engine.ts';
import { SAMPLE_ROOMS } from '../testing/sample-tables.ts';
import { startProcess } from '../testing/start-process.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import type { Migration, RoomMigrations } from './migration.ts';

const fruits: Migration = {
  name: '0001-fruits',
  statements: ({ queries: { schema } }) => [
    schema.createTable('fruits').addColumn('name', 'text', (column) => column.primaryKey()),
  ],
};
const colours: Migration = {
  name: '0002-colours',
  statements: ({ engine, queries: { schema } }) => [
    schema.alterTable('fruits').addColumn('colour', 'text', (column) => column.notNull().defaultTo('green')),
    engine === 'sqlite' ? `insert into fruits (name) values ('kiwi')` : `insert into fruits values ('kiwi')`,
  ],
};

function room(...migrations: readonly Migration[]): RoomMigrations {
  return { room: 'orchard', migrations };
}

onBothEngines('migrations', (makeDatabase) => {
  let place: TestDatabase;
  let database: Database<{ fruits: { name: string; colour: string } }>;
  beforeEach(async () => {
    place = await makeDatabase();
    database = (await place.open()).tables();
  });
  afterEach(async () => await place.remove());

  async function tables(): Promise<string[]> {
    const names =
      database.engine === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_schema where type = 'table'`
        : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`;
    const { rows } = await database.withTransaction(async (transaction) => await names.execute(transaction));
    return rows.map(({ name }) => name).sort();
  }

  it('migrations are applied in order, once', async () => {
    expect(await migrate(database, [room(fruits, colours)], 1)).toEqual([
      'orchard/0001-fruits',
      'orchard/0002-colours',
    ]);
    expect(await migrate(database, [room(fruits, colours)], 2)).toEqual([]);
    expect(await database.reader.selectFrom('fruits').selectAll().execute()).toEqual([
      { name: 'kiwi', colour: 'green' },
    ]);
  });

  it('a migration of one room may come later than those of the next', async () => {
    const hall: RoomMigrations = { ...room({ ...fruits, statements: () => [] }), room: 'hall' };
    await migrate(database, [room(fruits), hall], 1);
    expect(await migrate(database, [room(fruits, colours), hall], 2)).toEqual(['orchard/0002-colours']);
  });

  it('a migration that fails leaves no changes', async () => {
    const failing: Migration = {
      name: '0002-fails',
      statements: ({ queries: { schema } }) => [
        schema.createTable('vegetables').addColumn('name', 'text'),
        'insert into nowhere values (1)',
      ],
    };
    await expect(migrate(database, [room(fruits, failing)], 1)).rejects.toThrow('nowhere');
    expect(await tables()).toEqual(['applied_migrations', 'fruits']);
    expect(await migrate(database, [room(fruits, colours)], 1)).toEqual(['orchard/0002-colours']);
  });

  it('rejects a migration that was edited after it was applied', async () => {
    await migrate(database, [room(fruits)], 1);
    const edited: Migration = {
      ...fruits,
      statements: ({ queries: { schema } }) => [
        schema.createTable('fruits').addColumn('name', 'text', (column) => column.primaryKey().unique()),
      ],
    };
    for (const changed of [room(edited, colours), room({ ...fruits, name: '0001-renamed' }, colours)]) {
      await expect(migrate(database, [changed], 2)).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
        message: expect.stringContaining('Migration orchard/0001-fruits differs from the one'),
      });
    }
    expect(await tables()).toEqual(['applied_migrations', 'fruits']);
  });

  it('an older program rejects the migrations of a newer one', async () => {
    await migrate(database, [room(fruits, colours)], 1);
    for (const older of [[room(fruits)], []]) {
      await expect(migrate(database, older, 2)).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
        message: expect.stringContaining('newer than this program'),
      });
    }
  });

  it('migrations must be in order and named once', async () => {
    await expect(migrate(database, [room(colours, fruits)], 1)).rejects.toThrow('not in order');
    await expect(migrate(database, [room(fruits, fruits)], 1)).rejects.toThrow('not in order');
    await expect(migrate(database, [room(fruits), room(colours)], 1)).rejects.toThrow('twice');
  });

  it('migrations are applied once when several processes start concurrently', async () => {
    const processes = await Promise.all(['one', 'two', 'three'].map((name) => startProcess('migrate', name, place)));
    for (const process of processes) process.begin();
    const applied = await Promise.all(processes.map((process) => process.finished()));
    expect(applied.flat().sort()).toEqual(['sample/0001-tables', 'sample/0002-totals', 'store/0001-events']);
    expect(await migrate(database, SAMPLE_ROOMS, 1)).toEqual([]);
  });
});
