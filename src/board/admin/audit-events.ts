import { sql } from 'kysely';
import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { literalInLike } from '../hotkeys/like-pattern.ts';
import { readPage } from '../paging/read-page.ts';
import type { AuditEventsQuery, AuditEventsWire } from '../wire/admin-audit-wire.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import { applyFilters } from './apply-filters.ts';

/** The ledger as an audit log, newest first. A subject such as `version 7f3a…` is split into type and id. */
export async function auditEvents(
  { database }: Pick<Arena, 'database'>,
  query: AuditEventsQuery,
): Promise<AuditEventsWire> {
  return await database.withSnapshot(async (reader) => {
    const list = wantedEvents(reader, query).selectAll().orderBy('sequence', 'desc');
    const { rows, ...page } = await readPage(list, query);
    return {
      ...page,
      events: rows.map((row) => {
        const space = row.subject.indexOf(' ');
        const data = row.data;
        return {
          event_id: eventId(row.hash),
          sequence: row.sequence,
          action: row.what,
          target_type: space === -1 ? row.subject : row.subject.slice(0, space),
          target_id: space === -1 ? '' : row.subject.slice(space + 1),
          actor_hotkey: row.who,
          created_at: toTimestamp(row.happened_at),
          reason: row.why,
          details: isJsonObject(data) ? (data as AuditEventsWire['events'][number]['details']) : null,
        };
      }),
    };
  });
}

function wantedEvents(reader: ArenaQueries, query: AuditEventsQuery) {
  const { action, target_type, target_id, actor_hotkey, since, until } = query;
  const events = applyFilters(reader.selectFrom('events'), [
    ['what', '=', action],
    ['who', '=', actor_hotkey],
    ['happened_at', '>=', since],
    ['happened_at', '<', until],
  ]);
  if (target_type === undefined && target_id === undefined) return events;
  if (target_type !== undefined && target_id !== undefined) {
    return events.where('subject', '=', `${target_type} ${target_id}`);
  }
  const pattern = target_type === undefined ? `% ${literalInLike(target_id!)}` : `${literalInLike(target_type)} %`;
  return events.where(({ ref }) => sql<boolean>`${ref('subject')} like ${pattern} escape '\\'`);
}

/** Turns the hash that identifies an event into a UUID (version 8), for clients that require one. */
function eventId(hash: string): string {
  const variant = ((Number.parseInt(hash[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
