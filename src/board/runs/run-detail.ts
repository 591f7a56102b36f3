import type { Arena } from '../../arena/arena.ts';
import { Fault } from '../../fault/fault.ts';
import type { Viewer } from '../viewer.ts';
import type { LeasedRunWire, RunDetailWire } from '../wire/run-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import { runOutcome } from './run-outcome.ts';
import { type RunRow, runRows } from './run-rows.ts';

export async function runDetail(
  { database }: Pick<Arena, 'database'>,
  runId: string,
  viewer: Viewer,
): Promise<RunDetailWire> {
  return runToWire(await findRun(database, runId), viewer);
}

export async function leasedRun(
  { database }: Pick<Arena, 'database'>,
  runId: string,
  viewer: Viewer,
): Promise<LeasedRunWire> {
  const run = await findRun(database, runId);
  const detail = runToWire(run, viewer);
  return {
    ...detail,
    lease_expires_at: toTimestamp(run.lease_expires_at),
    last_heartbeat_at: toTimestampOrNull(run.last_heartbeat_at),
    invalidated_by: run.invalidated_by,
    validator_score: detail.score,
  };
}

async function findRun(database: Arena['database'], runId: string): Promise<RunRow> {
  const run = await runRows(database.reader).where('runs.run_id', '=', runId).executeTakeFirst();
  if (run !== undefined) return run;
  throw new Fault('EVAL_RUN_NOT_FOUND', { message: `There is no evaluation run ${runId}.` });
}

export function runToWire(run: RunRow, viewer: Viewer): RunDetailWire {
  return {
    ...runOutcome(run, viewer),
    eval_run_id: run.run_id,
    agent_version_id: run.agent_version_id,
    agent_name: run.agent_name,
    miner_hotkey: run.miner_hotkey,
    version_number: run.version_number,
    suite_id: run.suite_id,
    validator_hotkey: run.validator_hotkey,
    claimed_at: toTimestamp(run.claimed_at),
  };
}
