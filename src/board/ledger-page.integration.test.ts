import { expect, it } from 'vitest';
import { openSampleArena } from '../arena/testing/sample-arena.ts';
import { eventAfter, NO_EVENTS } from '../store/database/event.ts';
import { appendEvent } from '../store/database.ts';
import { onEveryEngine } from '../store/testing/every-engine.ts';
import { ledgerPage, searchLedger } from './ledger-page.ts';
import { expectWire } from './testing/expect-wire.ts';
import {
  ledgerPageSchema,
  ledgerQuerySchema,
  ledgerSearchQuerySchema,
  ledgerSearchSchema,
} from './wire/ledger-page-wire.ts';

onEveryEngine('the public ledger', (makeDatabase) => {
  it('the public ledger is read page by page, and its chain can be verified', async () => {
    const arena = await openSampleArena(makeDatabase);
    try {
      await arena.database.withTransaction(async (transaction) => {
        for (const number of [1, 2, 3]) {
          const data = { number, list: [null, true, 'é'] };
          await appendEvent(transaction, { who: 'arena', what: 'a.b', when: 7 + number, why: '.', subject: 'x', data });
        }
      });
      const read = async (query: Readonly<Record<string, unknown>>) =>
        expectWire(ledgerPageSchema, await ledgerPage(arena, ledgerQuerySchema.parse(query)));
      const first = await read({ limit: 2 });
      expect(first).toMatchObject({ head: 4, events: [{ sequence: 1 }, { sequence: 2 }] });
      const rest = await read({ after: String(first.events.at(-1)!.sequence) });
      expect(rest.events.map(({ sequence }) => sequence)).toEqual([3, 4]);
      expect(await read({ after: 4 })).toEqual({ events: [], head: 4 });
      let head = NO_EVENTS;
      for (const event of [...first.events, ...rest.events]) {
        const { sequence, hash } = eventAfter(head, { ...event, when: Date.parse(event.when) });
        expect({ sequence, hash }).toEqual({ sequence: event.sequence, hash: event.hash });
        head = event;
      }
    } finally {
      await arena.close();
    }
  });

  it('the public ledger can be searched by kind and subject, the newest first', async () => {
    const arena = await openSampleArena(makeDatabase);
    try {
      const newEvents = [
        ['alice', 'run.started', 'run 1'],
        ['alice', 'run.completed', 'run 1'],
        ['bob', 'running.late', 'run 2'],
        ['arena', 'race.opened', 'race 1'],
        ['arena', 'hotkey.banned', 'hotkey alice'],
      ] as const;
      await arena.database.withTransaction(async (transaction) => {
        for (const [who, what, subject] of newEvents) {
          await appendEvent(transaction, { who, what, when: 1, why: '.', subject, data: null });
        }
      });
      const find = async (query: Readonly<Record<string, unknown>>) =>
        expectWire(ledgerSearchSchema, await searchLedger(arena, ledgerSearchQuerySchema.parse(query)));
      const found = async (query: Readonly<Record<string, unknown>>) =>
        (await find(query)).events.map(({ sequence }) => sequence);
      expect(await found({})).toEqual([6, 5, 4, 3, 2, 1]);
      expect(await found({ kinds: 'run' })).toEqual([3, 2]);
      expect(await found({ kinds: 'run.completed,race' })).toEqual([5, 3]);
      expect(await found({ kinds: 'r_n' })).toEqual([]);
      expect(await found({ about: 'alice' })).toEqual([6, 3, 2]);
      expect(await found({ about: 'run 1' })).toEqual([3, 2]);
      expect(await found({ about: '1' })).toEqual([5, 3, 2, 1]);
      expect(await found({ about: "' or 1=1 --" })).toEqual([]);
      expect(await found({ kinds: 'run', about: 'alice', before: 3 })).toEqual([2]);
      expect(await find({ limit: 2 })).toMatchObject({ head: 6, next_before: 5 });
      expect(await find({ limit: 2, before: 3 })).toMatchObject({ next_before: null });
      expect(await find({ before: Number.MAX_SAFE_INTEGER, limit: 1 })).toMatchObject({ events: [{ sequence: 6 }] });
    } finally {
      await arena.close();
    }
  });
});
