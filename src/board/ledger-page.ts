import { sql } from 'kysely';
import type { Arena } from '../arena/arena.ts';
import type { ArenaQueries } from '../arena/race.ts';
import { readEvents } from '../store/database.ts';
import { literalInLike } from './hotkeys/like-pattern.ts';
import { ledgerEventToWire } from './ledger-event.ts';
import type { LedgerPageWire, LedgerQuery, LedgerSearchQuery, LedgerSearchWire } from './wire/ledger-page-wire.ts';

/**
 * All events after a sequence number, oldest first. Events contain nothing secret, so every caller gets all of them.
 */
export async function ledgerPage(
  { database }: Pick<Arena, 'database'>,
  { after, limit }: LedgerQuery,
): Promise<LedgerPageWire> {
  const events = await readEvents(database, after, limit);
  // Read second, so that the head is never behind the page.
  return { events: events.map(ledgerEventToWire), head: await headOf(database.reader) };
}

/**
 * Maximum number of events that a request reads, so that a search for a rare event does not read a ledger of millions.
 */
const MOST_READ = 20_000;

/** Prefixes of a subject, before its id. */
const SUBJECT_KINDS = ['version', 'run', 'race', 'hotkey', 'suite', 'epoch', 'problem', 'work item', 'corpus'];

/** Events of some kinds, or about a hotkey or subject, newest first. */
export async function searchLedger(
  { database }: Pick<Arena, 'database'>,
  { before, kinds, about, limit }: LedgerSearchQuery,
): Promise<LedgerSearchWire> {
  return await database.withSnapshot(async (reader) => {
    const head = await headOf(reader);
    const from = Math.min(before ?? head + 1, head + 1);
    const until = Math.max(0, from - MOST_READ);
    const rows = await reader
      .selectFrom('events')
      .selectAll()
      .where('sequence', '<', from)
      .where('sequence', '>=', until)
      .where(ofKinds(kinds ?? ''))
      .where(isAbout(about ?? ''))
      .orderBy('sequence', 'desc')
      .limit(limit)
      .execute();
    const last = rows.length === limit ? rows.at(-1)!.sequence : until;
    return {
      events: rows.map(({ happened_at, ...rest }) => ledgerEventToWire({ ...rest, when: happened_at })),
      head,
      next_before: last > 1 ? last : null,
    };
  });
}

function ofKinds(kinds: string) {
  const beginnings = [...new Set(kinds.split(',').filter(Boolean))];
  if (beginnings.length === 0) return sql<boolean>`1 = 1`;
  const each = beginnings.map(
    (kind) => sql`(events.what = ${kind} or events.what like ${`${literalInLike(kind)}.%`} escape '\\')`,
  );
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

function isAbout(about: string) {
  if (about === '') return sql<boolean>`1 = 1`;
  const subjects = [about, ...SUBJECT_KINDS.map((kind) => `${kind} ${about}`)];
  return sql<boolean>`(events.subject in (${sql.join(subjects)}) or events.who = ${about})`;
}

async function headOf(reader: ArenaQueries): Promise<number> {
  const head = await reader
    .selectFrom('events')
    .select('sequence')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return head?.sequence ?? 0;
}
