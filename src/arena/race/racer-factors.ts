import type { ArenaQueries } from './stored-race.ts';

/** The agency factor applied to each racer's score; null if none was. */
export async function racerFactors(reader: ArenaQueries, raceId: string): Promise<ReadonlyMap<string, number | null>> {
  const racers = await reader
    .selectFrom('racers')
    .select(['agent_version_id', 'agency_factor'])
    .where('race_id', '=', raceId)
    .execute();
  return new Map(racers.map(({ agent_version_id, agency_factor }) => [agent_version_id, agency_factor]));
}
