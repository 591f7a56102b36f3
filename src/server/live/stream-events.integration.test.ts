import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { appendEvent, type Database, type EventTables, storeMigrations } from '../../store/database.ts';
import { onEveryEngine, type TestDatabase } from '../../store/testing/every-engine.ts';
import { scaled } from '../../testing/scaled.ts';
import { EventFeed } from './event-feed.ts';
import { streamEvents } from './stream-events.ts';

const EVENT_BYTES = 200_000;
const EVENTS = 100;

onEveryEngine('a stream of events', (makeDatabase) => {
  let place: TestDatabase;
  let database: Database<EventTables>;
  let feed: EventFeed;
  let server: Server;
  let ended: PromiseWithResolvers<void>;
  beforeEach(async () => {
    place = await makeDatabase([storeMigrations]);
    database = (await place.open()).tables<EventTables>();
    await database.withTransaction(async (transaction) => {
      for (let number = 0; number < EVENTS; number++) {
        const event = { who: 'arena', what: 'test.happened', when: 1, why: 'because', subject: 'test' };
        await appendEvent(transaction, { ...event, data: 'x'.repeat(EVENT_BYTES) });
      }
    });
    feed = new EventFeed(database, 20);
    ended = Promise.withResolvers();
    server = createServer((_request, response) => {
      const stream = { feed, after: 0, wanted: () => true, shape: ({ data }: { data: unknown }) => data };
      streamEvents(response, { ...stream, timeoutMilliseconds: scaled(500) }).then(ended.resolve, ended.reject);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    feed.close();
    server.closeAllConnections();
    server.close();
    await place.remove();
  });

  async function reader(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    return socket;
  }

  async function connections(): Promise<number> {
    return await new Promise((resolve, reject) => {
      server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }

  it('an event stream drops a reader that does not read, with its connection', async () => {
    const socket = await reader();
    socket.pause();
    await ended.promise;
    await vi.waitFor(async () => expect(await connections()).toBe(0), scaled(5_000));
    socket.destroy();
  });

  it('an event stream waits for a slow reader', async () => {
    const socket = await reader();
    let bytes = 0;
    for await (const chunk of socket) {
      bytes += (chunk as Buffer).length;
      if (bytes > EVENTS * EVENT_BYTES) break;
      // Much slower than the database, but never slow enough to be disconnected.
      if (bytes % 7 === 0) await sleep(5);
    }
    expect(bytes).toBeGreaterThan(EVENTS * EVENT_BYTES);
    await ended.promise;
  });
});
