import { runsOfItems, tallyOf } from '../../arena/queue.ts';
import { type ArenaQueries, componentMedian } from '../../arena/race.ts';
import type { Interval } from '../../statistics/wilson-interval.ts';
import { publishedRaceScores } from '../races/published-race-scores.ts';
import { scoreInterval } from './score-interval.ts';

/**
 * The interval of each version's newest public race score, from the runs of that race only, never from a hidden race.
 */
export async function raceIntervals(
  reader: ArenaQueries,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, Interval>> {
  if (versionIds.length === 0) return new Map();
  const items = await reader
    .selectFrom('work_items as item')
    .innerJoin('races', 'races.race_id', 'item.race_id')
    .innerJoin(publishedRaceScores(reader).as('raced'), (join) =>
      join
        .onRef('raced.agent_version_id', '=', 'item.agent_version_id')
        .onRef('raced.race_number', '=', 'races.race_number'),
    )
    .select(['item.agent_version_id', 'item.work_item_id', 'raced.agency_factor'])
    .where('item.close_reason', '=', 'complete')
    .where('item.agent_version_id', 'in', versionIds)
    // For a version that was run again, the newest round counts.
    .orderBy('item.round')
    .execute();
  const runs = await runsOfItems(
    reader,
    items.map(({ work_item_id }) => work_item_id),
  );
  return new Map(
    items.flatMap(({ agent_version_id, work_item_id, agency_factor }) => {
      const { included } = tallyOf(runs.get(work_item_id) ?? []);
      const interval = scoreInterval(included, componentMedian(included, 'reasoning_coefficient'), agency_factor);
      return interval === null ? [] : [[agent_version_id, interval]];
    }),
  );
}
