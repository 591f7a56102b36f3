import type { Reader } from '../../store/database.ts';
import { excludedValidators } from '../audit/consider-trust.ts';
import { ACTIVE_STATUSES } from '../queue/run-status.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

/** Uploaded evidence of one attempt, scored or probe, with its origin. */
export interface AttemptEvidence {
  readonly runId: string;
  readonly validator: string;
  readonly agentSha256: string;
  /** The id in the API. */
  readonly problemId: string;
  /** Hash of the file in the blob store. */
  readonly sha256: string;
  readonly bytes: number;
  /** The contestant has withdrawn it from the corpus. */
  readonly isWithdrawn: boolean;
  /** Why the record is not trusted; `null` if it is. */
  readonly distrust: string | null;
}

/** Runs per query; databases limit the number of parameters. */
const RUNS_AT_ONCE = 200;

type Reading = Pick<Reader<ArenaTables>, 'selectFrom'>;

/**
 * The evidence of every finished run, run by run, oldest first. Includes only uploads that a validator named as
 * evidence, because dialogues are uploaded as well. Runs of a version are left for later while other validators may
 * still run it: a validator that could read the recordings of others would not have to run anything.
 */
export async function* listEvidence(reader: Reading): AsyncGenerator<readonly AttemptEvidence[]> {
  const excluded = new Set(await excludedValidators(reader));
  const runs = await reader
    .selectFrom('runs')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'runs.agent_version_id')
    .leftJoin('corpus_withdrawals as withdrawal', 'withdrawal.agent_version_id', 'runs.agent_version_id')
    .select([
      'runs.run_id',
      'runs.validator_hotkey',
      'runs.invalidated_at',
      'version.code_sha256',
      'withdrawal.withdrawn_at',
    ])
    .where('runs.status', 'not in', ACTIVE_STATUSES)
    .where('item.closed_at', 'is not', null)
    .orderBy('runs.claimed_at')
    .orderBy('runs.run_id')
    .execute();
  for (let start = 0; start < runs.length; start += RUNS_AT_ONCE) {
    const some = runs.slice(start, start + RUNS_AT_ONCE);
    const uploads = await namedUploads(
      reader,
      some.map(({ run_id }) => run_id),
    );
    for (const run of some) {
      const distrust =
        run.invalidated_at !== null
          ? 'its run was invalidated'
          : excluded.has(run.validator_hotkey)
            ? 'its validator is excluded'
            : null;
      const found = (uploads.get(run.run_id) ?? []).map(({ problem_id, sha256, content_length }) => ({
        runId: run.run_id,
        validator: run.validator_hotkey,
        agentSha256: run.code_sha256,
        problemId: problem_id,
        sha256: sha256!,
        bytes: content_length,
        isWithdrawn: run.withdrawn_at !== null,
        distrust,
      }));
      if (found.length > 0) yield found;
    }
  }
}

/** Uploads named as evidence, by run, in an order that does not depend on the database. */
async function namedUploads(reader: Reading, runIds: readonly string[]) {
  const results = await reader
    .selectFrom('problem_results')
    .select(['run_id', 'problem_id', 'summary'])
    .where('run_id', 'in', runIds)
    .execute();
  const reports = await reader
    .selectFrom('agency_reports')
    .select(['run_id', 'report'])
    .where('run_id', 'in', runIds)
    .execute();
  const scored = new Map<unknown, string>();
  for (const { run_id, problem_id, summary } of results) {
    scored.set(summary?.evidence_s3_key, `${run_id} ${problem_id}`);
  }
  const probes = new Map<unknown, string>();
  for (const { run_id, report } of reports) for (const key of report.evidence_keys ?? []) probes.set(key, run_id);
  const uploads = await reader
    .selectFrom('uploads')
    .select(['upload_key', 'run_id', 'problem_id', 'sha256', 'content_length'])
    .where('run_id', 'in', runIds)
    .where('sha256', 'is not', null)
    .orderBy('problem_id')
    .orderBy('upload_key')
    .execute();
  // A key that refers to the upload of another run or problem is ignored.
  const named = uploads.filter(
    ({ upload_key, run_id, problem_id }) =>
      scored.get(upload_key) === `${run_id} ${problem_id}` || probes.get(upload_key) === run_id,
  );
  return Map.groupBy(named, ({ run_id }) => run_id);
}
