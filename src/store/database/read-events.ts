import type { Database } from './database.ts';
import type { Event } from './event.ts';
import type { EventTables } from './event-tables.ts';

export const MOST_EVENTS_AT_ONCE = 1_000;

/** The events after number `after`, oldest first. An event is never visible before the events that precede it. */
export async function readEvents<Tables>(
  database: Database<Tables>,
  after: number,
  limit: number,
): Promise<readonly Event[]> {
  const { reader } = database as unknown as Database<EventTables>;
  const rows = await reader
    .selectFrom('events')
    .selectAll()
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(Math.min(limit, MOST_EVENTS_AT_ONCE))
    .execute();
  return rows.map(({ happened_at, ...rest }) => ({ ...rest, when: happened_at }));
}
