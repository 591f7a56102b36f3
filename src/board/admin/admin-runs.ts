import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { readPage } from '../paging/read-page.ts';
import { runOutcome } from '../runs/run-outcome.ts';
import { runRows } from '../runs/run-rows.ts';
import type { AdminRunsQuery, AdminRunsWire } from '../wire/admin-runs-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import { applyFilters } from './apply-filters.ts';

const OPERATOR = { hotkey: null, isAdmin: true };

/** Runs with all details, newest first. */
export async function adminRuns({ database }: Pick<Arena, 'database'>, query: AdminRunsQuery): Promise<AdminRunsWire> {
  return await database.withSnapshot(async (reader) => {
    const list = wantedRuns(reader, query).orderBy('runs.claimed_at', 'desc').orderBy('runs.run_id');
    const { rows, ...page } = await readPage(list, query);
    return {
      ...page,
      evaluation_runs: rows.map((run) => {
        const { score_components_summary, ...outcome } = runOutcome(run, OPERATOR);
        return {
          ...outcome,
          run_id: run.run_id,
          agent_version_id: run.agent_version_id,
          validator_hotkey: run.validator_hotkey,
          suite_id: run.suite_id,
          created_at: toTimestamp(run.claimed_at),
          claimed_at: toTimestamp(run.claimed_at),
          last_heartbeat_at: toTimestampOrNull(run.last_heartbeat_at),
          lease_expires_at: toTimestamp(run.lease_expires_at),
          eval_work_item_id: run.work_item_id,
          inference_provider: run.provider,
        };
      }),
    };
  });
}

/** Joins the provider that the contestant pays by now; the provider that paid for a past run is not stored. */
function wantedRuns(reader: ArenaQueries, query: AdminRunsQuery) {
  const runs = runRows(reader)
    .leftJoin('inference_credentials as credential', (join) =>
      join.onRef('credential.hotkey', '=', 'version.hotkey').on('credential.is_default', '=', true),
    )
    .select('credential.provider');
  return applyFilters(runs, [
    ['runs.status', '=', query.status],
    ['runs.agent_version_id', '=', query.agent_version_id],
    ['runs.validator_hotkey', '=', query.validator_hotkey],
    ['item.phase', '=', query.phase],
    ['item.race_id', '=', query.race_id],
    ['runs.work_item_id', '=', query.eval_work_item_id],
    ['credential.provider', '=', query.inference_provider],
    ['runs.claimed_at', '>=', query.since],
    ['runs.claimed_at', '<', query.until],
  ]);
}
