import { sql } from 'kysely';
import type { Arena } from '../../arena/arena.ts';
import { applyFilters } from '../admin/apply-filters.ts';
import { readPage } from '../admin/read-page.ts';
import { ListOrder } from '../paging/list-order.ts';
import { readPageAfter } from '../paging/read-page-after.ts';
import { HISTORIC_STATES } from '../versions/published-states.ts';
import type { RaceHistoryQuery, RaceHistoryWire } from '../wire/race-wire.ts';
import { racesToWire } from './races-to-wire.ts';

const NEWEST_FIRST = new ListOrder<{ readonly race_number: number }>(
  'races',
  [{ kind: 'integer', direction: 'desc' }],
  ({ race_number }) => [race_number],
);

/** Races that are over, decided or cancelled, newest first. */
export async function raceHistory(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  query: RaceHistoryQuery,
): Promise<RaceHistoryWire> {
  return await database.withSnapshot(async (reader) => {
    const over = reader.selectFrom('races').selectAll().where('state', 'in', HISTORIC_STATES);
    const list = applyFilters(over, [['suite_id', '=', query.suite_id]]).orderBy('race_number', 'desc');
    const { rows, ...page } = await readPageAfter(list, query, NEWEST_FIRST, [sql.ref('race_number')]);
    const { total: cancelled } = await readPage(list.where('state', 'in', ['uncontested', 'cancelled']), {
      limit: 1,
      offset: 0,
    });
    return { ...page, cancelled, races: await racesToWire(reader, rows, now()) };
  });
}
