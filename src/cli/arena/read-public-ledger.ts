import type { LedgerEventWire } from '../../board/ledger-event.ts';
import { ledgerPageSchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import { type EventHead, eventAfter, type JsonValue, NO_EVENTS } from '../../store/database.ts';
import { askArena } from './ask-arena.ts';

const PAGE = 1_000;

/** The events of these kinds. All others are read too, because every event is checked against the previous one. */
export async function readPublicLedger(arena: ArenaClient, kinds: readonly string[]): Promise<LedgerEventWire[]> {
  const found: LedgerEventWire[] = [];
  let head: EventHead = NO_EVENTS;
  for (;;) {
    const query = { after: head.sequence, limit: PAGE };
    const page = await askArena(arena, { path: '/v1/public/ledger', query, answer: ledgerPageSchema });
    for (const event of page.events) {
      const { who, what, why, subject, data } = event;
      const newEvent = { who, what, when: Date.parse(event.when), why, subject, data: data as JsonValue };
      if (eventAfter(head, newEvent).hash !== event.hash) {
        throw new Fault('INPUT_INVALID', {
          message: `The public ledger of ${arena.url} is broken: event ${event.sequence} does not follow from event ${head.sequence}.`,
          remedy: 'Do not rely on anything in it. Ask the operator of the arena.',
        });
      }
      head = event;
      if (kinds.includes(what)) found.push(event);
    }
    if (page.events.length < PAGE) return found;
  }
}
