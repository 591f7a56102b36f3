import type { Arena } from '../../arena/arena.ts';
import { Fault } from '../../fault/fault.ts';
import type { Viewer } from '../viewer.ts';
import { moment } from '../wire/moment.ts';
import type { RunDetailWire } from '../wire/run-wire.ts';
import { runOutcome } from './run-outcome.ts';
import { runRows } from './run-rows.ts';

export async function runDetail(
  { database }: Pick<Arena, 'database'>,
  runId: string,
  viewer: Viewer,
): Promise<RunDetailWire> {
  const run = await runRows(database.reader).where('runs.run_id', '=', runId).executeTakeFirst();
  if (run === undefined) throw new Fault('EVAL_RUN_NOT_FOUND', { message: `There is no evaluation run ${runId}.` });
  return {
    ...runOutcome(run, viewer),
    eval_run_id: run.run_id,
    agent_version_id: run.agent_version_id,
    agent_name: run.agent_name,
    miner_hotkey: run.miner_hotkey,
    version_number: run.version_number,
    suite_id: run.suite_id,
    validator_hotkey: run.validator_hotkey,
    claimed_at: moment(run.claimed_at),
  };
}
