import type { ArenaQueries } from '../../arena/race.ts';

export interface ChampionHistory {
  /** When it last became champion. */
  readonly topAt: number;
  /** Whether it has been champion and was replaced. */
  readonly wasTop: boolean;
}

/** Which of these versions have ever been champion. */
export async function readChampionHistory(
  reader: ArenaQueries,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, ChampionHistory>> {
  if (versionIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('tops')
    .select(({ fn }) => [
      'agent_version_id',
      fn.max<number>('crowned_at').as('top_at'),
      fn.count<number>('ended_at').as('ended'),
    ])
    .where('agent_version_id', 'in', versionIds)
    .groupBy('agent_version_id')
    .execute();
  return new Map(
    rows.map(({ agent_version_id, top_at, ended }) => [agent_version_id, { topAt: top_at, wasTop: ended > 0 }]),
  );
}
