import type { Transaction } from 'kysely';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { RaceResult } from './decide-champion.ts';

/** Stores ranks from 1 in the given order; other racers have none. */
export async function writeRanks(
  transaction: Transaction<ArenaTables>,
  raceId: string,
  ranking: readonly RaceResult[],
): Promise<void> {
  await transaction.updateTable('racers').set({ race_rank: null }).where('race_id', '=', raceId).execute();
  for (const [index, { agentVersionId }] of ranking.entries()) {
    await transaction
      .updateTable('racers')
      .set({ race_rank: index + 1 })
      .where('race_id', '=', raceId)
      .where('agent_version_id', '=', agentVersionId)
      .execute();
  }
}
