import type { Arena } from '../arena.ts';
import type { ArenaQueries } from '../race/stored-race.ts';
import { HISTORIC_STATES } from './published-states.ts';
import { racesToWire } from './races-to-wire.ts';
import type { RaceHistoryQuery, RaceHistoryWire } from './wire/race-wire.ts';

/** Races that are over, crowned or called off, the newest first. */
export async function raceHistory(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  { suite_id, limit, offset }: RaceHistoryQuery,
): Promise<RaceHistoryWire> {
  return await database.withSnapshot(async (reader) => {
    const { total } = await over(reader, suite_id)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await over(reader, suite_id)
      .selectAll()
      .orderBy('race_number', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return { total, limit, offset, races: await racesToWire(reader, rows, now()) };
  });
}

function over(reader: ArenaQueries, suiteId: number | undefined) {
  const races = reader.selectFrom('races').where('state', 'in', HISTORIC_STATES);
  return suiteId === undefined ? races : races.where('suite_id', '=', suiteId);
}
