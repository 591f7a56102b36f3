import type { Transaction } from 'kysely';
import type { Reader } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

/**
 * As long as the default lease, and twenty times the default interval of heartbeats and claims, so that a single slow
 * request does not cost a slot.
 */
export const PRESENCE_SLOT_MILLISECONDS = 600_000;
export const PRESENCE_SLOTS_PER_HOUR = 6;
const HOUR_MILLISECONDS = PRESENCE_SLOT_MILLISECONDS * PRESENCE_SLOTS_PER_HOUR;
/** One day more than the longest period that is shown. */
const KEPT_MILLISECONDS = 31 * 24 * HOUR_MILLISECONDS;

/** The row owner that stands for the arena itself: a validator cannot be seen while the arena does not run. */
export const ARENA_PRESENCE = 'arena';

/**
 * Records that a validator, or the arena, was there in the current slot. Writes once per slot; every other call reads
 * one row.
 */
export async function notePresence(transaction: Transaction<ArenaTables>, who: string, now: number): Promise<void> {
  const { hour, slot } = slotAt(now);
  if (await isNoted(transaction, who, now)) return;
  await transaction
    .insertInto('presence')
    .values({ who, hour, slots: slot })
    // Another process may have written a slot of this hour since it was read.
    .onConflict((conflict) =>
      conflict.columns(['who', 'hour']).doUpdateSet(({ eb, ref }) => ({
        slots: eb(ref('presence.slots'), '|', ref('excluded.slots')),
      })),
    )
    .execute();
}

/** Records that the arena runs. Housekeeping calls it every round; only the first call in a slot writes. */
export async function noteArenaPresence({ database, now }: Pick<Arena, 'database' | 'now'>): Promise<void> {
  if (await isNoted(database.reader, ARENA_PRESENCE, now())) return;
  await database.withTransaction(async (transaction) => await notePresence(transaction, ARENA_PRESENCE, now()));
}

/** Deletes presence that is too old to be shown. Looks at one row unless the arena's oldest hour is due. */
export async function deleteOldPresence({ database, now }: Pick<Arena, 'database' | 'now'>): Promise<void> {
  const before = now() - KEPT_MILLISECONDS;
  const oldest = await database.reader
    .selectFrom('presence')
    .select('hour')
    .where('who', '=', ARENA_PRESENCE)
    .orderBy('hour')
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined || oldest.hour >= before) return;
  await database.withTransaction(
    async (transaction) => await transaction.deleteFrom('presence').where('hour', '<', before).execute(),
  );
}

/** Removes presence in slots that begin after `time`: a clock that was ahead wrote it. */
export async function deletePresenceAfter(transaction: Transaction<ArenaTables>, time: number): Promise<void> {
  const { hour, slot } = slotAt(time);
  await transaction.deleteFrom('presence').where('hour', '>', hour).execute();
  const upToSlot = slot * 2 - 1;
  await transaction
    .updateTable('presence')
    .set(({ eb, ref }) => ({ slots: eb(ref('slots'), '&', upToSlot) }))
    .where('hour', '=', hour)
    .where('slots', '>', upToSlot)
    .execute();
}

async function isNoted(queries: Pick<Reader<ArenaTables>, 'selectFrom'>, who: string, now: number): Promise<boolean> {
  const { hour, slot } = slotAt(now);
  const known = await queries
    .selectFrom('presence')
    .select('slots')
    .where('who', '=', who)
    .where('hour', '=', hour)
    .executeTakeFirst();
  return known !== undefined && (known.slots & slot) !== 0;
}

/** The hour of a timestamp, and its slot in that hour as a bit. */
function slotAt(time: number): { readonly hour: number; readonly slot: number } {
  const hour = Math.floor(time / HOUR_MILLISECONDS) * HOUR_MILLISECONDS;
  return { hour, slot: 1 << Math.floor((time - hour) / PRESENCE_SLOT_MILLISECONDS) };
}
