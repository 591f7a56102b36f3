import type { Arena } from '../../arena/arena.ts';
import { type RaceRow, raceStatusOf } from '../../arena/race.ts';
import type { AdminRacesWire } from '../wire/admin-races-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';

/** Races that are not over. There should be at most one, but an operator must see it if there are two. */
export async function adminRaces({ database }: Pick<Arena, 'database'>): Promise<AdminRacesWire> {
  const rows = await database.reader
    .selectFrom('races')
    .selectAll()
    .select(({ selectFrom }) => [
      selectFrom('racers')
        .select(({ fn }) => fn.countAll<number>().as('racers'))
        .whereRef('racers.race_id', '=', 'races.race_id')
        .as('qualifier_count'),
      selectFrom('work_items')
        .select(({ fn }) => fn.countAll<number>().as('items'))
        .whereRef('work_items.race_id', '=', 'races.race_id')
        .as('work_item_count'),
    ])
    .where('state', 'not in', ['promoted', 'uncontested', 'cancelled'])
    .orderBy('race_number', 'desc')
    .execute();
  return {
    races: rows.map(({ qualifier_count, work_item_count, ...race }) => ({
      ...raceSummary(race),
      qualifier_count: qualifier_count ?? 0,
      work_item_count: work_item_count ?? 0,
    })),
  };
}

/** The fields that all operator views of a race share; nothing is withheld. */
export function raceSummary(race: RaceRow) {
  return {
    race_id: race.race_id,
    suite_id: race.suite_id,
    status: raceStatusOf(race.state),
    state: race.state,
    race_number: race.race_number,
    qualifying_closes_at: toTimestamp(race.closes_at),
    race_started_at: toTimestampOrNull(race.started_at),
    race_completed_at: toTimestampOrNull(race.completed_at),
    winner_agent_version_id: race.winner_version_id,
    winner_score: race.winner_score,
  };
}
