import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendEvent } from '../../../store/database.ts';
import { onEveryEngine } from '../../../store/testing/every-engine.ts';
import { scaled } from '../../../testing/scaled.ts';
import { EventReader } from '../sample/event-reader.ts';
import { passSampleDay } from '../sample/sample-day.ts';
import { SampleServer } from '../sample/sample-server.ts';
import { secretFinder } from '../sample/secrets-in.ts';

const STREAM = '/v1/public/events';

onEveryEngine('the event stream', (makeDatabase) => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeDatabase);
  });
  afterAll(async () => await server.close());

  async function append(count: number, what = 'test.happened'): Promise<void> {
    for (let index = 0; index < count; index++) {
      await server.arena.database.withTransaction(async (transaction) => {
        const event = { who: 'arena', what, when: 1, why: 'because', subject: 'test', data: index };
        await appendEvent(transaction, event);
      });
    }
  }

  const head = async (): Promise<number> => await server.started.services.feed.head();

  async function streams({ started } = server): Promise<number> {
    const { values } = await started.services.metrics.streams.get();
    return values[0]?.value ?? 0;
  }

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < 400; tries++) {
      if (await isSo()) return;
      await sleep(25);
    }
    throw new Error('it never came to that');
  }

  it('the event stream gives every event once, however often its reader reconnects', async () => {
    const from = await head();
    const writing = append(120);
    const seen: number[] = [];
    while (seen.length < 120) {
      await using reader = await EventReader.open(server.url, STREAM, {
        'last-event-id': `${seen.at(-1) ?? from}`,
      });
      seen.push(...(await reader.take(Math.min(17, 120 - seen.length))).map(({ id }) => id));
    }
    await writing;
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => from + 1 + index));
  });

  it('the event stream begins with the next event by default', async () => {
    await append(3);
    await using reader = await EventReader.open(server.url);
    await append(1);
    expect(await reader.next()).toMatchObject({ id: await head(), what: 'test.happened', data: { data: 0 } });
  });

  it('the event stream prefers Last-Event-ID to the query, and ignores invalid ones', async () => {
    await append(5);
    const newest = await head();
    const first = async (query: string, lastEventId?: string): Promise<number> => {
      const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
      await using reader = await EventReader.open(server.url, `${STREAM}${query}`, headers);
      return (await reader.next())!.id;
    };
    expect(await first(`?after=${newest - 3}`)).toBe(newest - 2);
    expect(await first(`?after=${newest - 3}`, `${newest - 1}`)).toBe(newest);
    for (const nonsense of ['-1', '1.5', 'abc', '1e400', '9'.repeat(40)]) {
      expect(await first(`?after=${newest - 1}`, nonsense), nonsense).toBe(newest);
    }
    for (const query of ['after=-1', 'after=x', 'kinds=A', `kinds=${'a'.repeat(301)}`, 'after=1&after=2']) {
      expect((await server.ask({ target: `${STREAM}?${query}` })).status, query).toBe(422);
    }
  });

  it('the event stream filters by kind, and ids continue over the others', async () => {
    const from = await head();
    await append(2, 'race.opened');
    await append(2, 'racer.scored');
    await append(1, 'run.completed');
    await append(1, 'run.completely');
    await using reader = await EventReader.open(server.url, `${STREAM}?after=${from}&kinds=race,run.completed`);
    const events = await reader.take(3);
    expect(events.map(({ id, what }) => [id - from, what])).toEqual([
      [1, 'race.opened'],
      [2, 'race.opened'],
      [5, 'run.completed'],
    ]);
    await append(1, 'racer.scored');
    expect(await reader.next()).toEqual({ id: from + 7 });
  });

  it('the event stream has the same events as the ledger', async () => {
    await append(4);
    const { json } = await server.ask({ target: '/v1/public/ledger?limit=1000' });
    const { events } = json as { events: { sequence: number }[] };
    await using reader = await EventReader.open(server.url, `${STREAM}?after=0`);
    const streamed = await reader.take(events.length);
    expect(streamed.map(({ data }) => data)).toEqual(events);
  });

  it('the event stream allows a limited number of readers per address', async () => {
    await until(async () => (await streams()) === 0);
    const readers: EventReader[] = [];
    for (let count = 0; count < 10; count++) readers.push(await EventReader.open(server.url));
    const refused = await server.ask({ target: STREAM });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json).toMatchObject({ error_code: 'RATE_LIMIT_EXCEEDED' });
    for (const reader of readers) reader.response.destroy();
    await until(async () => (await streams()) === 0);
    await using again = await EventReader.open(server.url);
    expect(again.response.statusCode).toBe(200);
  });

  it('the event stream rejects HEAD', async () => {
    await until(async () => (await streams()) === 0);
    const { status, headers } = await server.ask({ method: 'HEAD', target: STREAM });
    expect([status, headers.allow]).toEqual([405, 'GET']);
    expect(await streams()).toBe(0);
  });

  it('the event stream shows no secret, to any reader', async () => {
    const day = await passSampleDay(server);
    const newest = await head();
    await using reader = await EventReader.open(server.url, `${STREAM}?after=0`);
    const events = await reader.take(newest);
    expect(events.at(-1)?.id).toBe(newest);
    expect(secretFinder(server, day, [])(JSON.stringify(events))).toEqual([]);
  });

  it('the event stream ends when the server stops, without waiting for idle readers', {
    timeout: scaled(20_000),
  }, async () => {
    const stopping = await SampleServer.open(makeDatabase);
    const reader = await EventReader.open(stopping.url);
    const sockets = [
      'POST /v1/auth/challenge HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      'POST /v1/auth/challenge HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab',
      'GET /health HTTP/1.1\r\nHost:',
      'GET /v1/public/events?after=0 HTTP/1.1\r\nHost: here\r\n\r\n',
      '',
    ].map((text) => {
      const socket = connect(Number(new URL(stopping.url).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.pause();
      socket.write(text);
      return socket;
    });
    await until(async () => (await streams(stopping)) === 2);
    const stopped = stopping.close();
    expect(await reader.next()).toBeUndefined();
    await stopped;
    for (const socket of sockets) {
      socket.resume();
      if (!socket.closed) await once(socket, 'close');
    }
  });
});
