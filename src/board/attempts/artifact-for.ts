import type { Arena } from '../../arena/arena.ts';
import { type ArenaQueries, isSettled } from '../../arena/race.ts';
import { discloseRun } from '../../arena/secrecy.ts';
import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { type RunRow, runRows } from '../runs/run-rows.ts';
import type { Viewer } from '../viewer.ts';
import type { ArtifactRequest } from '../wire/artifact-wire.ts';

/** A blob to download, with its file name and type. */
export interface Artifact {
  readonly sha256: string;
  readonly fileName: string;
  readonly contentType: string;
}

/**
 * An artifact that the viewer may download. Permission is checked before existence, so a refusal does not reveal
 * whether it exists.
 */
export async function artifactFor(arena: Arena, request: ArtifactRequest, viewer: Viewer): Promise<Artifact> {
  const { reader } = arena.database;
  if (request.artifact_type === 'AGENT_CODE') return await agentCode(reader, request.agent_version_id, viewer);
  const runId = given(request.eval_run_id, 'eval_run_id');
  const problemId = request.artifact_type === 'EVAL_LOGS_BUNDLE' ? undefined : given(request.problem_id, 'problem_id');
  const run = await runRows(reader).where('runs.run_id', '=', runId).executeTakeFirst();
  if (run === undefined || run.agent_version_id !== request.agent_version_id) {
    throw notFound(`Version ${request.agent_version_id} has no run ${runId}.`);
  }
  checkAccess(run, viewer);
  if (problemId === undefined) return await upload(reader, run, run.results_key, viewer);
  const result = await reader
    .selectFrom('problem_results')
    .select(['logs_key', 'summary', 'reasoning_score', 'score', 'status'])
    .where('run_id', '=', runId)
    .where('problem_id', '=', problemId)
    .executeTakeFirst();
  // Twins are hidden from everyone but the operator, the version's owner included, and so is the fact that a problem is
  // a twin.
  if (result === undefined || (!viewer.isAdmin && (await isTwin(reader, run, problemId)))) {
    throw notFound(`Run ${runId} has no result for problem ${problemId}.`);
  }
  if (request.artifact_type === 'EVAL_PROBLEM_LOGS') return await upload(reader, run, result.logs_key, viewer);
  if (result.summary === null) throw notFound(`There is no reasoning summary for problem ${problemId}.`);
  const { logs_key, ...reasoning } = result;
  // Downloads are blobs, and the same content gives the same blob.
  const { sha256 } = await arena.blobs.put(Buffer.from(canonicalJson({ ...reasoning, problem_id: problemId })));
  return { sha256, fileName: `reasoning-${runId}-${problemId}.json`, contentType: 'application/json' };
}

async function agentCode(reader: ArenaQueries, agentVersionId: string, viewer: Viewer): Promise<Artifact> {
  const version = await reader
    .selectFrom('agent_versions as version')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .select(['agents.name', 'version.version_number', 'version.hotkey', 'version.code_sha256', 'version.released_at'])
    .where('version.agent_version_id', '=', agentVersionId)
    .executeTakeFirst();
  if (version === undefined) throw notFound(`There is no agent version ${agentVersionId}.`);
  if (version.released_at === null && !viewer.isAdmin && viewer.hotkey !== version.hotkey) {
    throw new Fault('ARTIFACT_NOT_RELEASED', {
      message: `The code of version ${agentVersionId} is not released.`,
      remedy: "Only winners' code is released, at noon of the next weekday after the win.",
    });
  }
  const fileName = `${version.name.replaceAll(/[^A-Za-z0-9._-]/g, '-')}-v${version.version_number}.py`;
  return { sha256: version.code_sha256, fileName, contentType: 'text/x-python; charset=utf-8' };
}

function checkAccess(run: RunRow, viewer: Viewer): void {
  if (discloseRun(run, viewer).logs) return;
  if (run.race_state !== null && !isSettled(run.race_state)) {
    throw new Fault('RACE_IN_FLIGHT', {
      message: `Race ${run.race_number} is not over.`,
      remedy: 'Logs of a race are never released: its problems are drawn again.',
    });
  }
  throw new Fault('ARTIFACT_NOT_RELEASED', {
    message:
      run.phase === 'RACE'
        ? 'Logs of a race are not released: its problems are drawn again.'
        : `The logs of version ${run.agent_version_id} are not released.`,
    remedy:
      "Only its owner can read a version's logs. Qualifying logs become public once its code is released and no validator runs it.",
  });
}

async function isTwin(reader: ArenaQueries, run: RunRow, problemId: string): Promise<boolean> {
  const twin = await reader
    .selectFrom('item_twins')
    .select('problem_id')
    .where('work_item_id', '=', run.work_item_id)
    .where('problem_id', '=', problemId)
    .executeTakeFirst();
  return twin !== undefined;
}

async function upload(reader: ArenaQueries, run: RunRow, key: string | null, viewer: Viewer): Promise<Artifact> {
  const found =
    key === null
      ? undefined
      : await reader
          .selectFrom('uploads')
          .select(['sha256', 'content_type', 'problem_id'])
          .where('upload_key', '=', key)
          .where('run_id', '=', run.run_id)
          .executeTakeFirst();
  const isHidden = found != null && !viewer.isAdmin && (await isTwin(reader, run, found.problem_id));
  if (found == null || found.sha256 === null || isHidden) throw notFound(`Run ${run.run_id} left no such log.`);
  const ending = found.content_type === 'application/gzip' ? 'json.gz' : 'json';
  return {
    sha256: found.sha256,
    fileName: `run-${run.run_id}-${found.problem_id}.${ending}`,
    contentType: found.content_type,
  };
}

function given(value: string | null | undefined, name: string): string {
  if (value != null) return value;
  throw new Fault('MISSING_PARAMETER', { message: `${name} is missing.`, remedy: 'Send it with the request.' });
}

function notFound(message: string): Fault {
  return new Fault('ARTIFACT_NOT_FOUND', { message });
}
