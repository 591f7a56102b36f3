import type { Arena } from '../arena.ts';
import type { ArenaQueries } from '../race/stored-race.ts';
import { findVersionSheet, noSuchVersion } from './find-version.ts';
import { PUBLISHED_STATES } from './published-states.ts';
import { runOutcome } from './run-outcome.ts';
import { runRows } from './run-rows.ts';
import { readVersionStatus } from './version-status.ts';
import type { Viewer } from './viewer.ts';
import { findingToWire } from './wire/finding-wire.ts';
import type { OwnVersionStatusWire } from './wire/version-wire.ts';

/** Beyond so many the older ones say nothing new; the list of runs has them all. */
const MOST_FAILURES = 100;

/** What everybody sees of a version, and what only its owner may know. Others are told that there is no such version. */
export async function ownVersionStatus(
  arena: Arena,
  agentVersionId: string,
  viewer: Viewer,
): Promise<OwnVersionStatusWire> {
  return await arena.database.withSnapshot(async (reader) => {
    const sheet = await findVersionSheet(reader, agentVersionId);
    const { version } = sheet;
    if (!viewer.isAdmin && viewer.hotkey !== version.hotkey) throw noSuchVersion(agentVersionId);
    return {
      ...(await readVersionStatus(reader, arena, sheet)),
      is_flagged: version.is_flagged,
      findings: version.findings.map(findingToWire),
      failures: await failuresOf(reader, agentVersionId, viewer),
      cost: await costOf(reader, agentVersionId),
    };
  });
}

async function failuresOf(
  reader: ArenaQueries,
  agentVersionId: string,
  viewer: Viewer,
): Promise<OwnVersionStatusWire['failures']> {
  const rows = await runRows(reader)
    .where('runs.agent_version_id', '=', agentVersionId)
    .where('runs.status', 'in', ['FAILED', 'TIMED_OUT', 'STALE'])
    .orderBy('runs.claimed_at', 'desc')
    .orderBy('runs.run_id')
    .limit(MOST_FAILURES)
    .execute();
  return rows.map((run) => {
    const { phase, race_number, status, failure_reason, failure_owner, completed_at } = runOutcome(run, viewer);
    const { run_id: eval_run_id, validator_hotkey } = run;
    return { eval_run_id, phase, race_number, validator_hotkey, status, failure_reason, failure_owner, completed_at };
  });
}

/** Of a race that runs, how much an agent asked of its model would tell how far it came. */
async function costOf(reader: ArenaQueries, agentVersionId: string): Promise<OwnVersionStatusWire['cost']> {
  const sums = await reader
    .selectFrom('problem_results as result')
    .innerJoin('runs', 'runs.run_id', 'result.run_id')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .leftJoin('races', 'races.race_id', 'item.race_id')
    .select(({ fn }) => [
      fn.count<number>('result.run_id').distinct().as('runs'),
      fn.sum<number | null>('result.inference_total').as('calls'),
      fn.sum<number | null>('result.inference_failure_count').as('failed'),
      fn.sum<number | null>('result.execution_time').as('seconds'),
    ])
    .where('runs.agent_version_id', '=', agentVersionId)
    .where(({ eb, or }) => or([eb('item.phase', '=', 'QUALIFYING'), eb('races.state', 'in', PUBLISHED_STATES)]))
    .executeTakeFirstOrThrow();
  return {
    runs: sums.runs,
    inference_calls: sums.calls ?? 0,
    failed_inference_calls: sums.failed ?? 0,
    execution_seconds: sums.seconds ?? 0,
  };
}
