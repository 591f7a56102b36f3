import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendEvent, type Database, type EventTables, storeMigrations } from '../../store/database.ts';
import { onBothEngines, type TestDatabase } from '../../store/testing/every-engine.ts';
import { EventFeed } from './event-feed.ts';

onBothEngines('the feed of events', (makeDatabase) => {
  let place: TestDatabase;
  let database: Database<EventTables>;
  let feed: EventFeed;
  beforeEach(async () => {
    place = await makeDatabase([storeMigrations]);
    database = (await place.open()).tables<EventTables>();
    feed = new EventFeed(database, 20);
  });
  afterEach(async () => {
    feed.close();
    await place.remove();
  });

  async function append(count: number, into = database): Promise<void> {
    for (let index = 0; index < count; index++) {
      const event = { who: 'arena', what: 'test.happened', when: 1, why: 'because', subject: 'test', data: index };
      await into.withTransaction(async (transaction) => void (await appendEvent(transaction, event)));
    }
  }

  const never = new AbortController().signal;

  it('the event feed gives existing events, then waits for those of another process', async () => {
    await append(3);
    expect(await feed.head()).toBe(3);
    expect((await feed.next(1, never)).map(({ sequence }) => sequence)).toEqual([2, 3]);
    const other = (await place.open()).tables<EventTables>();
    const [seen] = await Promise.all([feed.next(3, never), sleep(60).then(() => append(1, other))]);
    expect(seen.map(({ sequence }) => sequence)).toEqual([4]);
  });

  it('the event feed gives every event once and in order to readers that come and go', async () => {
    const numbers: number[][] = [[], []];
    const readers = numbers.map(async (list) => {
      while (list.length < 30) for (const { sequence } of await feed.next(list.at(-1) ?? 0, never)) list.push(sequence);
    });
    await append(30);
    await Promise.all(readers);
    expect(numbers).toEqual([0, 0].map(() => Array.from({ length: 30 }, (_, index) => index + 1)));
  });

  it('the event feed releases a reader that stops listening, and all readers when it closes', async () => {
    const gone = new AbortController();
    const waiting = [feed.next(0, gone.signal), feed.next(0, never)];
    gone.abort();
    expect(await waiting[0]).toEqual([]);
    feed.close();
    expect(await waiting[1]).toEqual([]);
  });
});
