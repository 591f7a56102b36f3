import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { runOutcome } from '../runs/run-outcome.ts';
import { runRows } from '../runs/run-rows.ts';
import type { Viewer } from '../viewer.ts';
import { findingToWire } from '../wire/finding-wire.ts';
import type { OwnVersionStatusWire } from '../wire/version-wire.ts';
import { attemptOutcomes } from './attempt-outcomes.ts';
import { findVersionSummary, noSuchVersion } from './find-version.ts';
import { versionCost } from './version-cost.ts';
import { readVersionStatus } from './version-status.ts';

/** Beyond this many, older failures add nothing new; the list of runs has them all. */
const MOST_FAILURES = 100;

/** The public status of a version, plus what only its owner may see. Other callers get a not-found error. */
export async function ownVersionStatus(
  arena: Arena,
  agentVersionId: string,
  viewer: Viewer,
): Promise<OwnVersionStatusWire> {
  return await arena.database.withSnapshot(async (reader) => {
    const sheet = await findVersionSummary(reader, agentVersionId);
    const { version } = sheet;
    if (!viewer.isAdmin && viewer.hotkey !== version.hotkey) throw noSuchVersion(agentVersionId);
    return {
      ...(await readVersionStatus(reader, arena, sheet)),
      is_flagged: version.is_flagged,
      findings: version.findings.map(findingToWire),
      failures: await failuresOf(reader, agentVersionId, viewer),
      attempts: await attemptOutcomes(reader, version, viewer),
      cost: await versionCost(reader, agentVersionId, 'owner'),
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
