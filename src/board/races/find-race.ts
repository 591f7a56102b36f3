import type { ArenaQueries, RaceRow } from '../../arena/race.ts';
import { Fault } from '../../fault/fault.ts';

export async function findRace(reader: ArenaQueries, raceId: string): Promise<RaceRow> {
  const race = await reader.selectFrom('races').selectAll().where('race_id', '=', raceId).executeTakeFirst();
  if (race !== undefined) return race;
  throw new Fault('RACE_NOT_FOUND', {
    message: `There is no race ${raceId}.`,
    remedy: '/v1/public/races/history lists all races.',
  });
}
