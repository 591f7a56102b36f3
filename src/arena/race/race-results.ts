import type { RaceResult } from './decide-champion.ts';
import type { ArenaQueries, RaceRow } from './stored-race.ts';

/**
 * Results of the racers. Versions removed during the race (discarded, eliminated, cancelled, banned) are left out: they
 * can neither win nor defend, and the race does not wait for them.
 */
export async function readRaceResults(
  reader: ArenaQueries,
  { race_id, suite_id }: Pick<RaceRow, 'race_id' | 'suite_id'>,
): Promise<RaceResult[]> {
  const rows = await reader
    .selectFrom('racers')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'racers.agent_version_id')
    .leftJoin('entries', (join) =>
      join.onRef('entries.agent_version_id', '=', 'racers.agent_version_id').on('entries.suite_id', '=', suite_id),
    )
    .leftJoin('bans', (join) => join.onRef('bans.hotkey', '=', 'racers.hotkey').on('bans.role', '=', 'miner'))
    .select(['racers.agent_version_id', 'racers.hotkey', 'racers.race_score', 'version.submitted_at'])
    .where('racers.race_id', '=', race_id)
    .where('version.cancelled_at', 'is', null)
    .where('entries.discarded_at', 'is', null)
    .where('entries.eliminated_at', 'is', null)
    .where('bans.hotkey', 'is', null)
    .orderBy('racers.agent_version_id')
    .execute();
  return rows.map((row) => ({
    agentVersionId: row.agent_version_id,
    hotkey: row.hotkey,
    raceScore: row.race_score,
    submittedAt: Temporal.Instant.fromEpochMilliseconds(row.submitted_at),
  }));
}
