import type { ArenaQueries } from '../../arena/race.ts';
import { PUBLISHED_STATES } from '../versions/published-states.ts';

/** The newest public race score of each version. To be joined, or filtered and executed. */
export function publishedRaceScores(reader: ArenaQueries) {
  return reader
    .selectFrom(
      reader
        .selectFrom('racers')
        .innerJoin('races', 'races.race_id', 'racers.race_id')
        .select(['racers.agent_version_id', 'racers.race_score', 'racers.agency_factor', 'races.race_number'])
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('racers.agent_version_id').orderBy('races.race_number', 'desc'))
            .as('newness'),
        )
        .where('races.state', 'in', PUBLISHED_STATES)
        .where('racers.race_score', 'is not', null)
        .as('scored'),
    )
    .select(['scored.agent_version_id', 'scored.race_score', 'scored.agency_factor', 'scored.race_number'])
    .where('scored.newness', '=', 1);
}

export async function publishedRaceScoresOf(
  reader: ArenaQueries,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (versionIds.length === 0) return new Map();
  const rows = await publishedRaceScores(reader).where('scored.agent_version_id', 'in', versionIds).execute();
  return new Map(rows.map(({ agent_version_id, race_score }) => [agent_version_id, race_score!]));
}
