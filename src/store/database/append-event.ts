import type { Transaction } from 'kysely';
import { CLOCK_DIFFERENCE_MILLISECONDS } from '../../clock/clock-difference.ts';
import { type Event, eventAfter, type NewEvent, NO_EVENTS } from './event.ts';
import type { EventTables } from './event-tables.ts';
import { json } from './json-column.ts';
import { lockWriters } from './writers-lock.ts';

/**
 * Records a change in the transaction that makes it, so that either both are kept or neither. The next number and the
 * previous hash are certain only while no other transaction appends, so from here on this transaction is the only
 * writer.
 *
 * The ledger is in order of time: an event whose time was read before the previous event was written, or by a slower
 * clock, gets the time of the previous event. If the previous event is later than clocks may differ, its clock was
 * wrong, and the event keeps its own time.
 */
export async function appendEvent<Tables>(opened: Transaction<Tables>, newEvent: NewEvent): Promise<Event> {
  const transaction = opened as unknown as Transaction<EventTables>;
  if (!transaction.isTransaction)
    throw new TypeError('append an event in the transaction of the change that it records');
  await lockWriters(transaction);
  const head = await transaction
    .selectFrom('events')
    .select(['sequence', 'hash', 'happened_at'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const event = eventAfter(head ?? NO_EVENTS, { ...newEvent, when: timeAfter(head?.happened_at, newEvent.when) });
  const { when, data, ...rest } = event;
  await transaction
    .insertInto('events')
    .values({ ...rest, happened_at: when, data: json(data) })
    .execute();
  return event;
}

function timeAfter(previous: number | undefined, read: number): number {
  return previous === undefined || previous - read > CLOCK_DIFFERENCE_MILLISECONDS ? read : Math.max(read, previous);
}
