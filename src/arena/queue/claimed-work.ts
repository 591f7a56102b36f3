import type { Reader } from '../../store/database.ts';
import type { ArenaTables, Phase } from '../tables/arena-tables.ts';

/** What a validator needs to start a run. */
export interface ClaimedWork {
  readonly runId: string;
  readonly agentVersionId: string;
  readonly suiteId: number;
  readonly phase: Phase;
  readonly raceId: string | null;
  readonly leaseExpiresAt: number;
  /** Hash of the agent's file in the blob store. */
  readonly codeSha256: string;
  /** The contestant whose account pays for the agent's model. */
  readonly minerHotkey: string;
}

export async function claimedWorkOf(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  runId: string,
): Promise<ClaimedWork> {
  const row = await reader
    .selectFrom('runs')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'runs.agent_version_id')
    .select(['runs.run_id', 'runs.agent_version_id', 'runs.lease_expires_at'])
    .select(['item.suite_id', 'item.phase', 'item.race_id', 'version.code_sha256', 'version.hotkey'])
    .where('runs.run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return {
    runId: row.run_id,
    agentVersionId: row.agent_version_id,
    suiteId: row.suite_id,
    phase: row.phase,
    raceId: row.race_id === '' ? null : row.race_id,
    leaseExpiresAt: row.lease_expires_at,
    codeSha256: row.code_sha256,
    minerHotkey: row.hotkey,
  };
}
