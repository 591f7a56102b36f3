import { randomUUID } from 'node:crypto';
import type { Arena } from '../../arena/arena.ts';
import { counts, sampleReport } from '../../arena/testing/sample-agency.ts';
import { json } from '../../store/database.ts';

export interface SampleProbe {
  readonly runId: string;
  readonly problemId: string;
  /** Hash of the uploaded evidence. */
  readonly sha256: string;
}

/** Adds a report of one probe attempt of a run, with its evidence uploaded. */
export async function addProbe(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  { runId, problemId, sha256 }: SampleProbe,
): Promise<void> {
  const key = randomUUID();
  const report = { ...sampleReport(counts([2, 3], [0, 0], [0, 1]), 1), evidence_keys: [key] };
  await database.withTransaction(async (transaction) => {
    const { agent_version_id, validator_hotkey } = await transaction
      .selectFrom('runs')
      .select(['agent_version_id', 'validator_hotkey'])
      .where('run_id', '=', runId)
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('uploads')
      .values({
        upload_key: key,
        run_id: runId,
        problem_id: problemId,
        content_length: 3,
        content_type: 'application/gzip',
        expires_at: 1,
        sha256,
        stored_at: 1,
      })
      .execute();
    await transaction
      .insertInto('agency_reports')
      .values({
        run_id: runId,
        agent_version_id,
        validator_hotkey,
        probe_attempts: 1,
        scored_attempts: 14,
        search_followed: 2,
        search_of: 3,
        view_followed: 0,
        view_of: 0,
        recommend_followed: 0,
        recommend_of: 1,
        told_search: 0,
        told_recommendation: 0,
        request_shown: 1,
        searches_unsaid: 0,
        recommendations_unsaid: 0,
        report: json(report),
        reported_at: now(),
      })
      .execute();
  });
}
