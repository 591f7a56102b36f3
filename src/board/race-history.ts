import type { Arena } from '../arena/arena.ts';
import { applyFilters } from './apply-filters.ts';
import { HISTORIC_STATES } from './published-states.ts';
import { racesToWire } from './races-to-wire.ts';
import { readPage } from './read-page.ts';
import type { RaceHistoryQuery, RaceHistoryWire } from './wire/race-wire.ts';

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
