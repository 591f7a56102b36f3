import { parseExamProblem } from '../../arena/exam.ts';
import type { AttemptStore } from '../../attempt/record.ts';
import { MAX_AGENT_BYTES } from '../../attempt/run.ts';
import { downloadFile } from '../../client/file-transfer.ts';
import { Fault } from '../../fault/fault.ts';
import type { Problem } from '../../problems/problem.ts';
import { sha256 } from '../../store/sha256.ts';
import type { ArenaApi, ClaimedRun, RunProblem } from '../arena/arena-api.ts';
import { type RetryUntilAnsweredOptions, retryUntilAnswered } from '../arena/retry-until-answered.ts';

/** An operator may allow larger files than our default. */
const MOST_BYTES = 16 * MAX_AGENT_BYTES;

/** The file that was submitted. It is stored by its hash, so that a resumed run need not download it again. */
export async function loadAgent(
  claim: ClaimedRun,
  store: AttemptStore,
  retryOptions: RetryUntilAnsweredOptions,
): Promise<Uint8Array> {
  const { code_sha256: expected, code_download_url: url } = claim;
  if (await store.blobs.has(expected)) return await store.blobs.get(expected, MOST_BYTES);
  const { signal } = retryOptions;
  const source = await retryUntilAnswered(() => downloadFile(url, { maxBytes: MOST_BYTES, signal }), retryOptions);
  const actual = sha256(source);
  if (actual !== expected) {
    throw new Fault('INPUT_INVALID', {
      message: `The downloaded agent file is not the submitted one: its SHA-256 is ${actual}, expected ${expected}.`,
      remedy: 'A proxy or cache between the arena and the validator may change files. Nothing was run.',
    });
  }
  await store.blobs.put(source);
  return source;
}

/** A problem, and its id at the arena. */
export interface ExamProblem {
  readonly problem: Problem;
  readonly wireId: string;
}

export async function loadProblems(
  api: ArenaApi,
  { eval_run_id: runId }: ClaimedRun,
  retryOptions: RetryUntilAnsweredOptions,
): Promise<readonly ExamProblem[]> {
  return (await retryUntilAnswered(() => api.problems(runId), retryOptions)).map(examProblem);
}

export function examProblem({
  problem_id: wireId,
  metadata,
}: Pick<RunProblem, 'problem_id' | 'metadata'>): ExamProblem {
  const parsed = parseExamProblem(wireId, metadata);
  if (parsed.ok) return { problem: parsed.problem, wireId };
  throw new Fault('INPUT_INVALID', {
    message: `Failed to load problems: the field ${parsed.field} of ${wireId} ${parsed.reason}.`,
  });
}
