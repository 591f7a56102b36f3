import { expect, it } from 'vitest';
import { openSampleArena } from '../arena/testing/sample-arena.ts';
import { eventAfter, NO_EVENTS } from '../store/database/event.ts';
import { appendEvent } from '../store/database.ts';
import { onEveryEngine } from '../store/testing/every-engine.ts';
import { ledgerPage } from './ledger-page.ts';
import { expectWire } from './testing/expect-wire.ts';
import { ledgerPageSchema, ledgerQuerySchema } from './wire/ledger-page-wire.ts';

onEveryEngine('the public ledger', (makePlace) => {
  it('is read page by page, and whoever has it all can check the chain', async () => {
    const arena = await openSampleArena(makePlace);
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
});
