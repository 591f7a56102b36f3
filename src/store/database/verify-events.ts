import { sha256 } from '../sha256.ts';
import type { Database } from './database.ts';
import { type Event, type EventHead, NO_EVENTS } from './event.ts';
import { eventFlawBy } from './event-chain.ts';
import { MOST_EVENTS_AT_ONCE, readEvents } from './read-events.ts';

export type VerifiedEvents =
  | { readonly ok: true; readonly head: EventHead }
  /** The first invalid event. Nothing from there on can be trusted. */
  | { readonly ok: false; readonly sequence: number; readonly reason: string };

/**
 * Recomputes the whole chain. Events cut from the end leave a valid chain: `known`, a head recorded elsewhere, shows
 * that they existed.
 */
export async function verifyEvents<Tables>(database: Database<Tables>, known?: EventHead): Promise<VerifiedEvents> {
  let head = NO_EVENTS;
  for (;;) {
    const page = await readEvents(database, head.sequence, MOST_EVENTS_AT_ONCE);
    if (page.length === 0) break;
    for (const event of page) {
      const reason = eventFlawBy(sha256, event, head) ?? differenceTo(known, event);
      if (reason !== undefined) return { ok: false, sequence: event.sequence, reason };
      head = { sequence: event.sequence, hash: event.hash };
    }
  }
  if (known !== undefined && known.sequence > head.sequence) {
    return { ok: false, sequence: head.sequence + 1, reason: `events up to number ${known.sequence} once existed` };
  }
  return { ok: true, head };
}

function differenceTo(known: EventHead | undefined, event: Event): string | undefined {
  if (known === undefined || event.sequence !== known.sequence || event.hash === known.hash) return undefined;
  return 'another event is known to have had this number';
}
