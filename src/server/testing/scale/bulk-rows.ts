import type { Insertable } from 'kysely';
import type { NewEvent } from '../../../store/database/event.ts';
import { type Event, type EventHead, eventAfter, json, NO_EVENTS } from '../../../store/database.ts';
import type { OpenedArena, ServerTables } from '../../start/open-arena.ts';

/** PostgreSQL accepts 65,535 values in one statement, SQLite 32,766. */
const MOST_VALUES = 30_000;
/** A commit waits for the disk once, however many rows it has. */
const ROWS_PER_COMMIT = 20_000;

type Table = keyof ServerTables;

/** Inserts rows as fast as the engine can: many per statement, many statements per commit. */
export async function insertRows<Name extends Table>(
  { database }: Pick<OpenedArena, 'database'>,
  table: Name,
  rows: readonly Insertable<ServerTables[Name]>[],
): Promise<void> {
  const perStatement = Math.floor(MOST_VALUES / Math.max(1, Object.keys(rows[0] ?? {}).length));
  for (let start = 0; start < rows.length; start += ROWS_PER_COMMIT) {
    const commit = rows.slice(start, start + ROWS_PER_COMMIT);
    await database.withTransaction(async (transaction) => {
      for (let first = 0; first < commit.length; first += perStatement) {
        await transaction
          .insertInto(table)
          .values(commit.slice(first, first + perStatement) as never)
          .execute();
      }
    });
  }
}

/** Appends to the public ledger as `appendEvent` would, in order and with a valid hash chain. */
export async function appendEvents(arena: OpenedArena, newEvents: readonly NewEvent[]): Promise<void> {
  const { reader } = arena.database;
  const newest = await reader
    .selectFrom('events')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  let head: EventHead = newest ?? NO_EVENTS;
  const events = newEvents.map((newEvent): Event => {
    const event = eventAfter(head, newEvent);
    head = event;
    return event;
  });
  await insertRows(
    arena,
    'events' as Table,
    events.map(({ when, data, ...event }) => ({ ...event, happened_at: when, data: json(data) })) as never,
  );
}
