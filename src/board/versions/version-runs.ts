import type { Arena } from '../../arena/arena.ts';
import { runOutcome } from '../runs/run-outcome.ts';
import { runRows } from '../runs/run-rows.ts';
import type { Viewer } from '../viewer.ts';
import type { PageQuery } from '../wire/paging.ts';
import type { RunWire } from '../wire/run-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import { checkVersionExists } from './find-version.ts';

/** A version's runs in every phase, newest first. */
export async function versionRuns(
  { database }: Pick<Arena, 'database'>,
  agentVersionId: string,
  { limit, offset }: PageQuery,
  viewer: Viewer,
): Promise<RunWire[]> {
  return await database.withSnapshot(async (reader) => {
    await checkVersionExists(reader, agentVersionId);
    const rows = await runRows(reader)
      .where('runs.agent_version_id', '=', agentVersionId)
      .orderBy('runs.claimed_at', 'desc')
      .orderBy('runs.run_id')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map((run) => {
      const { score, ...outcome } = runOutcome(run, viewer);
      const components = outcome.score_components_summary;
      return {
        ...outcome,
        eval_run_id: run.run_id,
        agent_version_id: run.agent_version_id,
        suite_id: run.suite_id,
        validator_hotkey: run.validator_hotkey,
        claimed_at: toTimestamp(run.claimed_at),
        lease_expires_at: toTimestamp(run.lease_expires_at),
        last_heartbeat_at: toTimestampOrNull(run.last_heartbeat_at),
        invalidated_by: run.invalidated_by,
        validator_score: score,
        reasoning_quality: components?.reasoning_quality ?? null,
        reasoning_coefficient: components?.reasoning_coefficient ?? null,
        service_versions: run.service_versions,
      };
    });
  });
}
