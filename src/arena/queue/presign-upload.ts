import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { itemProblems } from './item-problems.ts';
import type { WorkItem } from './item-runs.ts';
import { whyNotItsValidators, withHeldRun } from './with-held-run.ts';

/**
 * Dialogue and evidence of the scored attempt, evidence of a probe, and one retry of each. A higher limit would let
 * validators use the arena as free storage.
 */
const MOST_UPLOADS_PER_PROBLEM = 6;
const CONTENT_TYPES: readonly string[] = ['application/gzip', 'application/json'];

export interface WantedUpload {
  readonly runId: string;
  readonly problemId: string;
  readonly contentLength: number;
  readonly contentType: string;
}

export interface PresignedUpload {
  readonly uploadKey: string;
  /** Lets its holder upload the announced bytes. The same bytes may be sent again. */
  readonly ticket: string;
  readonly expiresAt: number;
}

/** Reserves an upload for the log of one problem, during the run or after its validator has completed it. */
export async function presignUpload(arena: Arena, hotkey: string, wanted: WantedUpload): Promise<PresignedUpload> {
  const { runId, problemId, contentLength, contentType } = wanted;
  const uploadKey = `runs/${runId}/${problemId}/${randomUUID()}.json.gz`;
  const claim = { hotkey, runId, refusal: whyNotItsValidators };
  return await withHeldRun(arena, claim, async ({ transaction, item, policy, now }) => {
    await checkProblem(transaction, item, problemId);
    checkContent(wanted, policy.queue.maxUploadBytes);
    await checkCount(transaction, wanted);
    const expiresAt = now + Math.round(policy.queue.uploadSeconds * 1_000);
    await transaction
      .insertInto('uploads')
      .values({
        upload_key: uploadKey,
        run_id: runId,
        problem_id: problemId,
        content_length: contentLength,
        content_type: contentType,
        expires_at: expiresAt,
      })
      .execute();
    return { uploadKey, ticket: arena.secret.ticket('upload', uploadKey, expiresAt), expiresAt };
  });
}

function checkContent({ contentLength, contentType }: WantedUpload, maxUploadBytes: number): void {
  if (!CONTENT_TYPES.includes(contentType)) {
    throw refused(`A log of type ${contentType.slice(0, 100)} is not accepted.`, `Send ${CONTENT_TYPES.join(' or ')}.`);
  }
  if (Number.isInteger(contentLength) && contentLength >= 1 && contentLength <= maxUploadBytes) return;
  throw refused(
    `${contentLength} bytes cannot be uploaded; a log has from 1 to ${maxUploadBytes} bytes.`,
    'Compress the log, or shorten it.',
  );
}

async function checkProblem(transaction: Transaction<ArenaTables>, item: WorkItem, problemId: string): Promise<void> {
  const problem = await itemProblems(transaction, item).where('problem.problem_id', '=', problemId).executeTakeFirst();
  if (problem !== undefined) return;
  throw new Fault('INVALID_PROBLEM_ID', {
    message: `Problem ${problemId} is not part of this run.`,
    remedy: 'Upload logs only for the problems that the run was given.',
    extra: { problem_id: problemId },
  });
}

async function checkCount(transaction: Transaction<ArenaTables>, { runId, problemId }: WantedUpload): Promise<void> {
  const { count } = await transaction
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('run_id', '=', runId)
    .where('problem_id', '=', problemId)
    .executeTakeFirstOrThrow();
  if (count < MOST_UPLOADS_PER_PROBLEM) return;
  throw refused(
    `${count} uploads were already granted for this problem of this run.`,
    'Use the addresses that were given; each takes the same bytes as often as needed.',
  );
}

function refused(message: string, remedy: string): Fault {
  return new Fault('UPLOAD_REFUSED', { message, remedy });
}
