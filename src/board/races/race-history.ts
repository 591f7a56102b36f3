import type { Arena } from '../../arena/arena.ts';
import { applyFilters } from '../admin/apply-filters.ts';
import { readPage } from '../admin/read-page.ts';
import { HISTORIC_STATES } from '../versions/published-states.ts';
import type { RaceHistoryQuery, RaceHistoryWire } from '../wire/race-wire.ts';
import { racesToWire } from './races-to-wire.ts';

/** Races that are over, crowned or called off, the newest first. */
export async function raceHistory(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  query: RaceHistoryQuery,
): Promise<RaceHistoryWire> {
  return await database.withSnapshot(async (reader) => {
    const over = reader.selectFrom('races').selectAll().where('state', 'in', HISTORIC_STATES);
    const list = applyFilters(over, [['suite_id', '=', query.suite_id]]).orderBy('race_number', 'desc');
    const { rows, ...page } = await readPage(list, query);
    return { ...page, races: await racesToWire(reader, rows, now()) };
  });
}
