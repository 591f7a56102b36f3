import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { Fault } from '../../fault/fault.ts';
import { onPostgres } from '../testing/every-engine.ts';
import { SAMPLE_ROOMS, type SampleTables } from '../testing/sample-tables.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { postgresFault } from './postgres-fault.ts';

const opened: Database<unknown>[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

async function open(url: string, timeoutMilliseconds = 30_000): Promise<Database<SampleTables>> {
  const database = await openDatabase(url, { folder: 'unused', timeoutMilliseconds });
  opened.push(database);
  return database.tables<SampleTables>();
}

async function faultOf(attempt: Promise<unknown>): Promise<Fault> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!Fault.isInstance(error)) throw new Error('it did not fail as foreseen', { cause: error });
  return error;
}

describe('unreachable server', () => {
  it.each([
    'postgres://user:s3cret@127.0.0.1:9/arena',
    'postgres://user:s3cret@localhost:9/arena',
    'postgres://user:s3cret@nowhere.invalid/arena',
    'postgres://user:s3cret@localhost/arena?host=/nowhere',
  ])('reports an unreachable server, without the password: %s', async (url) => {
    const fault = await faultOf(open(url));
    expect(fault).toMatchObject({ code: 'STORAGE_UNAVAILABLE', remedy: expect.stringContaining('DATABASE_URL') });
    expect(fault.message).toContain('cannot be reached');
    expect(inspect(fault, { depth: 10 })).not.toContain('s3cret');
  });
});

describe('errors of PostgreSQL', () => {
  it.each([
    ['53100', 'STORAGE_FULL'],
    ['53200', 'STORAGE_FAILED'],
    ['53300', 'STORAGE_UNAVAILABLE'],
    ['58030', 'STORAGE_FAILED'],
    ['XX001', 'STORAGE_FAILED'],
    ['25006', 'STORAGE_FAILED'],
    ['57P03', 'STORAGE_UNAVAILABLE'],
    ['08006', 'STORAGE_UNAVAILABLE'],
  ])('PostgreSQL errors of class %s become storage faults: %s', (code, expected) => {
    const error = Object.assign(new Error('could not extend file'), { code });
    expect(postgresFault(error, 'the server')).toMatchObject({ code: expected, cause: error });
  });

  it('PostgreSQL errors caused by our statements stay unchanged', () => {
    for (const code of ['42601', '23505', '42P01']) {
      const error = Object.assign(new Error('syntax'), { code });
      expect(postgresFault(error, 'the server')).toBe(error);
    }
    const plain = new Error('other');
    expect(postgresFault(plain, 'the server')).toBe(plain);
  });
});

onPostgres('a PostgreSQL server', (server) => {
  it('reports a rejected password or an unknown database, without the password', async () => {
    const wrong = await faultOf(open(server().url('postgres', { password: 'secret-but-wrong' })));
    expect(wrong.message).toContain('refused the connection');
    const missing = await faultOf(open(server().url('nowhere')));
    expect(missing.message).toContain('no such database');
    for (const fault of [wrong, missing]) {
      expect(fault.code).toBe('STORAGE_FAILED');
      expect(inspect(fault, { depth: 10 })).not.toContain('secret-');
    }
  });

  it('reports a PostgreSQL server that requires a password or has no encryption', async () => {
    const url = server().url('postgres');
    const odd = {
      password: url.replace(`:${server().password}`, ''),
      SSL: `${url}&sslmode=verify-full`,
    };
    for (const [word, address] of Object.entries(odd)) {
      const fault = await faultOf(open(address));
      expect(fault.code).toBe('STORAGE_FAILED');
      expect(fault.message).toContain(word);
      expect(inspect(fault, { depth: 10 })).not.toContain('secret-');
    }
  });

  it('rejects a PostgreSQL database with another encoding', async () => {
    const url = await server().createDatabase({ options: "encoding 'LATIN1' locale 'C'" });
    expect((await faultOf(open(url))).message).toContain('LATIN1');
  });

  it('commits are durable even if PostgreSQL is configured otherwise', async () => {
    const url = await server().createDatabase();
    await server().administer(`alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`);
    const database = await open(url);
    const { setting } = await database.reader
      .selectNoFrom(({ fn, val }) => fn<string>('current_setting', [val('synchronous_commit')]).as('setting'))
      .executeTakeFirstOrThrow();
    expect(setting).toBe('on');
  });

  it('reports a busy PostgreSQL server after waiting', async () => {
    const url = await server().createDatabase();
    const database = await open(url);
    const hasty = await open(url, 100);
    await database.withTransaction(async () => {
      expect((await faultOf(hasty.withTransaction(async () => {}))).message).toContain('too busy');
    });
    await hasty.withTransaction(async () => {});
  });

  it('a PostgreSQL crash rolls a transaction back and is reported, and the connection recovers', async () => {
    const database = await open(await server().createDatabase());
    await migrate(database, SAMPLE_ROOMS, 1);
    const leadership = await database.lead('scheduler');
    const insert = (id: string, meanwhile: () => Promise<void>) =>
      database.withTransaction(async (transaction) => {
        await transaction.insertInto('samples').values({ id }).execute();
        await meanwhile();
      });
    await insert('before', async () => {});
    const fault = await faultOf(insert('during', () => server().halt('SIGQUIT')));
    expect(fault.message).toContain('unknown whether the change was saved');
    expect((await faultOf(insert('while away', async () => {}))).message).toContain('cannot be reached');
    expect(leadership?.ended.aborted).toBe(true);
    await server().run();
    await insert('after', async () => {});
    const rows = await database.reader.selectFrom('samples').select('id').orderBy('id').execute();
    expect(rows.map(({ id }) => id)).toEqual(['after', 'before']);
    expect(await database.lead('scheduler')).toBeDefined();
  });
});
