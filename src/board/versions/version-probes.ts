import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { discloseRun } from '../../arena/secrecy.ts';
import type { AgencyReportWire } from '../../arena/wire.ts';
import { type AttemptLog, closedBecause, uploadedLog } from '../attempts/uploaded-log.ts';
import { visibleProblems } from '../attempts/visible-problems.ts';
import { type RunRow, runRows } from '../runs/run-rows.ts';
import type { Viewer } from '../viewer.ts';
import type { MissingLog } from '../wire/attempt-wire.ts';
import type { PageQuery } from '../wire/paging.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import type { VersionProbesWire } from '../wire/version-probes-wire.ts';
import { checkVersionExists } from './find-version.ts';

type ReportWire = VersionProbesWire['reports'][number];

/** Without file URLs, which the server adds. */
interface Probe extends Omit<ReportWire['probes'][number], 'evidence'> {
  readonly evidence: AttemptLog | MissingLog;
}

interface VersionProbes extends Omit<VersionProbesWire, 'reports'> {
  readonly reports: readonly (Omit<ReportWire, 'probes'> & { readonly probes: readonly Probe[] })[];
}

/**
 * Validators' reports on the probe attempts of a version, oldest first. Counts of qualifying are public, as they are in
 * the ledger. Those of races are hidden, because an agent can encode hidden problems in them. The evidence quotes
 * problems and shows what the code does, so it has the same visibility as that of scored attempts.
 */
export async function versionProbes(
  { database }: Pick<Arena, 'database'>,
  agentVersionId: string,
  { limit, offset }: PageQuery,
  viewer: Viewer,
): Promise<VersionProbes> {
  return await database.withSnapshot(async (reader) => {
    await checkVersionExists(reader, agentVersionId);
    const runs = await runRows(reader)
      .innerJoin('agency_reports as kept', 'kept.run_id', 'runs.run_id')
      .select(['kept.report', 'kept.reported_at'])
      .where('runs.agent_version_id', '=', agentVersionId)
      .$if(!viewer.isAdmin, (query) => query.where('item.phase', '=', 'QUALIFYING'))
      .orderBy('kept.reported_at')
      .orderBy('runs.run_id')
      .limit(limit)
      .offset(offset)
      .execute();
    const reports: VersionProbes['reports'][number][] = [];
    for (const { report, reported_at, ...run } of runs) {
      reports.push({
        eval_run_id: run.run_id,
        validator_hotkey: run.validator_hotkey,
        phase: run.phase,
        race_number: run.race_number,
        is_invalidated: run.invalidated_at !== null,
        reported_at: toTimestamp(reported_at),
        decisions: report.decisions,
        probes: await probesOf(reader, run, report, viewer),
      });
    }
    const readable = runs.some((run) => discloseRun(run, viewer).logs);
    return { agent_version_id: agentVersionId, code_sha256: readable ? runs[0]!.code_sha256 : null, reports };
  });
}

async function probesOf(
  reader: ArenaQueries,
  run: RunRow,
  { receipt_hashes, evidence_keys = [] }: AgencyReportWire,
  viewer: Viewer,
): Promise<Probe[]> {
  if (!discloseRun(run, viewer).logs) {
    const evidence = closedBecause(run);
    return receipt_hashes.map((receipt_hash) => ({ receipt_hash, problem_id: null, evidence }));
  }
  const subject = { agent_version_id: run.agent_version_id, hotkey: run.miner_hotkey };
  const known = await visibleProblems(reader, subject, {}, viewer)
    .where('item.work_item_id', '=', run.work_item_id)
    .execute();
  const visible = new Set(known.map(({ problem_id }) => problem_id));
  const probes: Probe[] = [];
  for (const [index, receipt_hash] of receipt_hashes.entries()) {
    const found = await uploadedLog(reader, run, evidence_keys[index]);
    if (found === undefined) probes.push({ receipt_hash, problem_id: null, evidence: 'nothing_uploaded' });
    // Problems of a suite that is not public are visible only to the owner.
    else if (!visible.has(found.problemId)) probes.push({ receipt_hash, problem_id: null, evidence: 'not_released' });
    else probes.push({ receipt_hash, problem_id: found.problemId, evidence: found.log });
  }
  return probes;
}
