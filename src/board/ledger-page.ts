import type { Arena } from '../arena/arena.ts';
import { readEvents } from '../store/database.ts';
import { ledgerEventToWire } from './ledger-event.ts';
import type { LedgerPageWire, LedgerQuery } from './wire/ledger-page-wire.ts';

/** Everything that happened after a number, oldest first. Events hold nothing secret, so everybody gets all of them. */
export async function ledgerPage(
  { database }: Pick<Arena, 'database'>,
  { after, limit }: LedgerQuery,
): Promise<LedgerPageWire> {
  const events = await readEvents(database, after, limit);
  // Asked for second, so that it is never behind the page.
  const head = await database.reader
    .selectFrom('events')
    .select('sequence')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { events: events.map(ledgerEventToWire), head: head?.sequence ?? 0 };
}
