import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLOCK_DIFFERENCE_MILLISECONDS } from '../../clock/clock-difference.ts';
import { onBothEngines, type TestDatabase } from '../testing/every-engine.ts';
import { SAMPLE_ROOMS, type SampleTables } from '../testing/sample-tables.ts';
import { startProcess } from '../testing/start-process.ts';
import { appendEvent } from './append-event.ts';
import type { Database } from './database.ts';
import { type Event, eventAfter, type JsonValue, type NewEvent, NO_EVENTS } from './event.ts';
import { storeMigrations } from './event-tables.ts';
import { compileMigration } from './migrate.ts';
import { readEvents } from './read-events.ts';
import { verifyEvents } from './verify-events.ts';

function newEvent(subject: string, data: JsonValue = { score: 0.5 }): NewEvent {
  return { who: '5GrwvaEF', what: 'submission.accepted', when: 1_700_000_000_000, why: 'it passed', subject, data };
}

describe('an event', () => {
  it('an event has the hash of its canonical content and of the previous event', () => {
    const first = eventAfter(NO_EVENTS, newEvent('version 1'));
    expect(first).toMatchObject({ sequence: 1, previous: '0'.repeat(64) });
    expect(first.hash).toBe('fc2f0d4fda4db49545ba77dd3b2e88e82a45ea63af98c215f0a6fdd8321c7b82');
    const second = eventAfter(first, newEvent('version 2'));
    expect(second).toMatchObject({ sequence: 2, previous: first.hash });
  });
});

onBothEngines('events', (makeDatabase, engine) => {
  let place: TestDatabase;
  let database: Database<SampleTables>;
  beforeEach(async () => {
    place = await makeDatabase(SAMPLE_ROOMS);
    database = (await place.open()).tables<SampleTables>();
  });
  afterEach(async () => await place.remove());

  async function append(subject: string, data?: JsonValue, earlier = 0): Promise<Event> {
    const event = newEvent(subject, data);
    return await database.withTransaction(
      async (transaction) => await appendEvent(transaction, { ...event, when: event.when - earlier }),
    );
  }

  /** Bypasses the triggers, as the owner of the database could. */
  async function forge(statement: string): Promise<void> {
    await database.withTransaction(async (transaction) => {
      if (engine === 'sqlite') {
        await sql.raw('drop trigger if exists events_are_kept_update').execute(transaction);
        await sql.raw('drop trigger if exists events_are_kept_delete').execute(transaction);
      } else await sql.raw('alter table events disable trigger all').execute(transaction);
      await sql.raw(statement).execute(transaction);
    });
  }

  it('events are numbered without a gap and read in pages', async () => {
    const appended: Event[] = [];
    for (const subject of ['a', 'b', 'c', 'd', 'e']) appended.push(await append(subject));
    expect(appended.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(await readEvents(database, 0, 2)).toEqual(appended.slice(0, 2));
    expect(await readEvents(database, 2, 100)).toEqual(appended.slice(2));
    expect(await readEvents(database, 5, 100)).toEqual([]);
    expect(await verifyEvents(database)).toEqual({ ok: true, head: { sequence: 5, hash: appended[4]!.hash } });
  });

  it('an event and the change it reports are committed together or not at all', async () => {
    await append('before');
    const failing = database.withTransaction(async (transaction) => {
      await transaction.insertInto('samples').values({ id: 'a' }).execute();
      await appendEvent(transaction, newEvent('a'));
      throw new Error('no further');
    });
    await expect(failing).rejects.toThrow('no further');
    expect(await append('after')).toMatchObject({ sequence: 2 });
    expect(await verifyEvents(database)).toMatchObject({ ok: true });
  });

  it('an event whose time was read before the previous event was written gets the time of that event', async () => {
    const first = await append('first');
    const second = await append('second', null, 5);
    const third = await append('third', null, CLOCK_DIFFERENCE_MILLISECONDS);
    expect([second.when, third.when]).toEqual([first.when, first.when]);
    expect(await readEvents(database, 0, 10)).toEqual([first, second, third]);
    expect(await verifyEvents(database)).toMatchObject({ ok: true });
  });

  it('an event keeps its time when the clock of the previous event was far ahead', async () => {
    const ahead = await append('ahead');
    const { when } = await append('correct', null, CLOCK_DIFFERENCE_MILLISECONDS + 1);
    expect(when).toBe(ahead.when - CLOCK_DIFFERENCE_MILLISECONDS - 1);
  });

  it('events keep any data, with their hashes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (data) => {
        const event = await append('any', data as JsonValue);
        const [read] = await readEvents(database, event.sequence - 1, 1);
        expect(eventAfter({ sequence: event.sequence - 1, hash: event.previous }, read!)).toEqual(read);
      }),
      { numRuns: 30, examples: [['\0'], ['\ud800'], [{ z: -0, a: 1e21 }]] },
    );
    expect(await verifyEvents(database)).toMatchObject({ ok: true });
  });

  it('events cannot be changed or removed', async () => {
    await append('a');
    for (const statement of [`update events set why = 'other'`, 'delete from events']) {
      const changing = database.withTransaction(async (transaction) => await sql.raw(statement).execute(transaction));
      await expect(changing).rejects.toThrow('append-only');
    }
    if (engine === 'postgres') {
      const emptying = database.withTransaction(async (transaction) => await sql`truncate events`.execute(transaction));
      await expect(emptying).rejects.toThrow('append-only');
    }
    expect(await readEvents(database, 0, 10)).toHaveLength(1);
  });

  it.each([
    ['a changed field', `update events set who = 'mallory' where sequence = 2`, 2, 'content'],
    ['changed data', `update events set data = '{"score":1}' where sequence = 2`, 2, 'content'],
    ['a moment moved', 'update events set happened_at = happened_at + 1 where sequence = 3', 3, 'content'],
    ['an event taken out', 'delete from events where sequence = 2', 3, 'follows number 1'],
    ['a link broken', `update events set previous = 'x' where sequence = 3`, 3, 'another event'],
  ])('the event chain detects %s', async (_, statement, sequence, reason) => {
    for (const subject of ['a', 'b', 'c']) await append(subject);
    await forge(statement);
    expect(await verifyEvents(database)).toEqual({ ok: false, sequence, reason: expect.stringContaining(reason) });
  });

  it('a head noted earlier reveals truncated or rewritten events', async () => {
    await append('a');
    const head = await append('b');
    expect(await verifyEvents(database, head)).toMatchObject({ ok: true });
    await forge('delete from events where sequence = 2');
    expect(await verifyEvents(database)).toMatchObject({ ok: true });
    expect(await verifyEvents(database, head)).toMatchObject({ ok: false, sequence: 2 });
    await append('another');
    expect(await verifyEvents(database, head)).toMatchObject({ ok: false, sequence: 2 });
  });

  it('events of several concurrent processes form one chain', async () => {
    const processes = await Promise.all(['one', 'two', 'three'].map((name) => startProcess('append', name, place)));
    for (const process of processes) process.begin();
    const said = (await Promise.all(processes.map((process) => process.finished()))).flat();
    expect(await verifyEvents(database)).toMatchObject({ ok: true, head: { sequence: said.length } });
    const events = await readEvents(database, 0, 1_000);
    expect(events.map(({ subject }) => subject).sort()).toEqual(said.sort());
  });

  it('events can be appended at the end of a concurrent transaction', async () => {
    const tell = (subject: string) =>
      database.withTransaction(async (transaction) => await appendEvent(transaction, newEvent(subject)), {
        concurrent: true,
      });
    await Promise.all(Array.from({ length: 30 }, (_, index) => tell(`${index}`)));
    expect(await verifyEvents(database)).toMatchObject({ ok: true, head: { sequence: 30 } });
  });

  it('the migration that creates the event table never changes', async () => {
    const hashes = await database.withTransaction(async (transaction) =>
      storeMigrations.migrations.map((migration) => compileMigration(migration, transaction).sha256),
    );
    // With another hash, this program would refuse every existing database.
    expect(hashes).toEqual(
      engine === 'sqlite'
        ? ['4664399a4c33d1b6c3f635fc82432b11f084ddb3367986c494b1e29d662b9ecb']
        : ['b2b999f1c67bffb5f3d02b9d70fddd8612b664406065ca4294fd918f1283a957'],
    );
  });
});
