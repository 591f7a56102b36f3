import type { Arena } from '../../arena/arena.ts';
import { discloseProblem, publicComponents, readOutOfUse, readRetired } from '../../arena/secrecy.ts';
import { Fault } from '../../fault/fault.ts';
import type { JsonValue } from '../../store/database.ts';
import { runRows } from '../runs/run-rows.ts';
import { type FailedResult, publishedFailure } from '../versions/published-failure.ts';
import type { Viewer } from '../viewer.ts';
import type { AttemptPageWire, MissingLog } from '../wire/attempt-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import { attemptProblem } from './attempt-problem.ts';
import { episodeId } from './episode-id.ts';
import { problemState } from './problem-state.ts';
import { type AttemptLog, closedBecause, uploadedLog } from './uploaded-log.ts';
import { visibleProblems } from './visible-problems.ts';

/** The page without file URLs, which the server adds, and without the parts that are read from those files. */
export interface AttemptPage extends Omit<AttemptPageWire, 'dialogue' | 'evidence' | 'agency' | 'filter'> {
  readonly dialogue: AttemptLog | MissingLog;
  readonly evidence: AttemptLog | MissingLog;
}

const EVIDENCE_KEY = 'evidence_s3_key';

/** One agent on one problem, as recorded by one validator. */
export async function attemptPage(
  { database }: Pick<Arena, 'database'>,
  runId: string,
  problemId: string,
  viewer: Viewer,
): Promise<AttemptPage> {
  return await database.withSnapshot(async (reader) => {
    const run = await runRows(reader).where('runs.run_id', '=', runId).executeTakeFirst();
    if (run === undefined) throw new Fault('EVAL_RUN_NOT_FOUND', { message: `There is no evaluation run ${runId}.` });
    const subject = { agent_version_id: run.agent_version_id, hotkey: run.miner_hotkey };
    const known = await visibleProblems(reader, subject, {}, viewer)
      .where('item.work_item_id', '=', run.work_item_id)
      .where('problem.problem_id', '=', problemId)
      .select(['problem.difficulty', 'problem.record'])
      .executeTakeFirst();
    if (known === undefined) throw noSuchProblem(runId);
    const retired = await readRetired(reader, [known.source_id]);
    const outOfUse = await readOutOfUse(reader, [...retired]);
    const version = { hotkey: run.miner_hotkey, released_at: run.released_at };
    const disclosed = discloseProblem(problemState(known, version, retired, outOfUse), viewer);
    const scored = disclosed.results === 'each';
    const readable = disclosed.logs;
    const result = await reader
      .selectFrom('problem_results')
      .selectAll()
      .where('run_id', '=', runId)
      .where('problem_id', '=', problemId)
      .executeTakeFirst();
    const log = async (key: unknown): Promise<AttemptLog | MissingLog> => {
      if (!readable) return closedBecause(run);
      const found = await uploadedLog(reader, run, key);
      return found?.problemId === problemId ? found.log : 'nothing_uploaded';
    };
    return {
      eval_run_id: run.run_id,
      problem_id: problemId,
      episode_result_id: episodeId(run.run_id, known.position),
      agent_version_id: run.agent_version_id,
      agent_name: run.agent_name,
      version_number: run.version_number,
      code_sha256: readable ? run.code_sha256 : null,
      miner_hotkey: run.miner_hotkey,
      validator_hotkey: run.validator_hotkey,
      suite_id: run.suite_id,
      phase: run.phase,
      race_id: run.race_id,
      race_number: run.race_number,
      run_status: run.status,
      is_included: run.is_included,
      claimed_at: toTimestamp(run.claimed_at),
      completed_at: toTimestampOrNull(run.completed_at),
      problem: attemptProblem(known, disclosed),
      result:
        result === undefined || !scored
          ? null
          : resultToWire({ ...result, phase: run.phase, failure_owner: run.failure_owner }, readable),
      are_scores_public: scored,
      dialogue: await log(result?.logs_key),
      evidence: await log(result?.summary?.[EVIDENCE_KEY]),
    };
  });
}

/** The same answer whether the problem is hidden or does not exist. It does not repeat the id. */
export function noSuchProblem(runId: string): Fault {
  return new Fault('ARTIFACT_NOT_FOUND', { message: `Run ${runId} has no such problem that can be shown.` });
}

interface ResultRow
  extends Omit<NonNullable<AttemptPageWire['result']>, 'status' | 'score_components' | 'updated_at' | 'failure'>,
    FailedResult {
  readonly summary: Readonly<Record<string, JsonValue>> | null;
  readonly updated_at: number;
}

function resultToWire(row: ResultRow, withWords: boolean): NonNullable<AttemptPageWire['result']> {
  const { [EVIDENCE_KEY]: _, ...words } = row.summary ?? {};
  return {
    status: row.status,
    score: row.score,
    reasoning_score: row.reasoning_score,
    score_components: row.summary === null ? null : withWords ? words : publicComponents(row.summary, 'all'),
    failure: publishedFailure(row),
    inference_failure_count: row.inference_failure_count,
    inference_total: row.inference_total,
    execution_time: row.execution_time,
    updated_at: toTimestamp(row.updated_at),
  } as NonNullable<AttemptPageWire['result']>;
}
