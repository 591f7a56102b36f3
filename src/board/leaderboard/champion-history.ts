import type { ArenaQueries } from '../../arena/race.ts';

export interface ChampionHistory {
  /** When it was last crowned. */
  readonly topAt: number;
  /** Whether it has lost a crown. */
  readonly wasTop: boolean;
}

/** Which of some versions ever wore the crown. */
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
