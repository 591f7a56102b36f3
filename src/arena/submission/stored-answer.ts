import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { json, type Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { Refusal } from './refusal.ts';
import type { CheckedSubmission } from './submission.ts';
import type { SubmissionAnswer } from './submission-answer.ts';

/** Stored answer to a submission. */
export type StoredAnswer = { readonly accepted: SubmissionAnswer } | { readonly refused: Refusal };

/** The earlier answer to the same request, if it has an idempotency key. */
export async function findStoredAnswer(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  { hotkey, idempotencyKey, requestHash }: CheckedSubmission,
): Promise<StoredAnswer | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const row = await reader
    .selectFrom('submission_receipts')
    .select(['request_hash', 'answer'])
    .where('hotkey', '=', hotkey)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.request_hash === requestHash) return row.answer as unknown as StoredAnswer;
  throw new Fault('IDEMPOTENCY_KEY_REUSED', {
    message: 'This idempotency key belongs to another submission of yours, of another file, name or licence.',
    remedy: 'Use a new key for every submission. Repeat a key only to retry the same submission.',
  });
}

/** Runs in the transaction of the change that it reports, so that an answer is never stored without the change. */
export async function storeAnswer(
  transaction: Transaction<ArenaTables>,
  { hotkey, idempotencyKey, requestHash }: CheckedSubmission,
  receipt: StoredAnswer,
  now: number,
): Promise<void> {
  if (idempotencyKey === undefined) return;
  await transaction
    .insertInto('submission_receipts')
    .values({
      hotkey,
      idempotency_key: idempotencyKey,
      request_hash: requestHash,
      answer: json(receipt),
      answered_at: now,
    })
    .execute();
}
