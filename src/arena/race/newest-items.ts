import type { ArenaQueries } from './stored-race.ts';

/**
 * The work items that gave the racers of a race their scores, by version; for a version that was run again, the newest
 * round.
 */
export async function newestItems(reader: ArenaQueries, raceId: string): Promise<ReadonlyMap<string, string>> {
  const items = await reader
    .selectFrom('work_items')
    .select(['work_item_id', 'agent_version_id'])
    .where('race_id', '=', raceId)
    .where('close_reason', '=', 'complete')
    .orderBy('round')
    .execute();
  return new Map(items.map(({ agent_version_id, work_item_id }) => [agent_version_id, work_item_id]));
}
