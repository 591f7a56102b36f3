import type { Arena } from '../../arena.ts';
import type { ArenaQueries } from '../../race/stored-race.ts';
import { runOutcome } from '../run-outcome.ts';
import { runRows } from '../run-rows.ts';
import type { AdminRunsQuery, AdminRunsWire } from '../wire/admin-runs-wire.ts';
import { moment, momentOrNull } from '../wire/moment.ts';

const OPERATOR = { hotkey: null, isAdmin: true };

/** Runs in full, the newest first. */
export async function adminRuns({ database }: Pick<Arena, 'database'>, query: AdminRunsQuery): Promise<AdminRunsWire> {
  const { limit, offset } = query;
  return await database.withSnapshot(async (reader) => {
    const { total } = await reader
      .selectFrom(narrowed(reader, query).as('wanted'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await narrowed(reader, query)
      .orderBy('runs.claimed_at', 'desc')
      .orderBy('runs.run_id')
      .limit(limit)
      .offset(offset)
      .execute();
    return {
      total,
      limit,
      offset,
      evaluation_runs: rows.map((run) => {
        const { score_components_summary, ...outcome } = runOutcome(run, OPERATOR);
        return {
          ...outcome,
          run_id: run.run_id,
          agent_version_id: run.agent_version_id,
          validator_hotkey: run.validator_hotkey,
          suite_id: run.suite_id,
          created_at: moment(run.claimed_at),
          claimed_at: moment(run.claimed_at),
          last_heartbeat_at: momentOrNull(run.last_heartbeat_at),
          lease_expires_at: moment(run.lease_expires_at),
          eval_work_item_id: run.work_item_id,
          inference_provider: run.provider,
        };
      }),
    };
  });
}

/** With the provider that the contestant pays by now; which one a run was paid by is not kept. */
function narrowed(reader: ArenaQueries, query: AdminRunsQuery) {
  let runs = runRows(reader)
    .leftJoin('inference_credentials as credential', (join) =>
      join.onRef('credential.hotkey', '=', 'version.hotkey').on('credential.is_default', '=', true),
    )
    .select('credential.provider');
  if (query.status !== undefined) runs = runs.where('runs.status', '=', query.status);
  if (query.agent_version_id !== undefined) runs = runs.where('runs.agent_version_id', '=', query.agent_version_id);
  if (query.validator_hotkey !== undefined) runs = runs.where('runs.validator_hotkey', '=', query.validator_hotkey);
  if (query.phase !== undefined) runs = runs.where('item.phase', '=', query.phase);
  if (query.race_id !== undefined) runs = runs.where('item.race_id', '=', query.race_id);
  if (query.eval_work_item_id !== undefined) runs = runs.where('runs.work_item_id', '=', query.eval_work_item_id);
  if (query.inference_provider !== undefined) runs = runs.where('credential.provider', '=', query.inference_provider);
  if (query.since !== undefined) runs = runs.where('runs.claimed_at', '>=', query.since);
  if (query.until !== undefined) runs = runs.where('runs.claimed_at', '<', query.until);
  return runs;
}
