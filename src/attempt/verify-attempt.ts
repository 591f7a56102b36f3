import { join } from 'node:path';
import { type Call, verifyCalls } from '../gateway/calls.ts';
import { type Attempt, attemptSchema } from './attempt.ts';
import {
  MAX_ATTEMPT_BYTES,
  MAX_RECEIPT_BYTES,
  MAX_RUN_BYTES,
  MAX_VERDICT_BYTES,
  relativeAttemptPaths,
} from './record/attempt-folder.ts';
import type { AttemptStore } from './record/attempt-store.ts';
import { readDocument } from './record/canonical-document.ts';
import { openingHash } from './record/opening-hash.ts';
import { readPlainFile } from './record/read-plain-file.ts';
import type { Receipt } from './record/receipt.ts';
import type { Check } from './verify/check.ts';
import { verifyBlobs } from './verify/verify-blobs.ts';
import { verifyCallChain } from './verify/verify-call-chain.ts';
import { guessedRunId, verifyReceipt } from './verify/verify-receipt.ts';
import { verifyRecord } from './verify/verify-record.ts';
import { verifyReplay } from './verify/verify-replay.ts';
import { openRun, verifyRun } from './verify/verify-run.ts';
import { verifyVerdict } from './verify/verify-verdict.ts';

export interface VerifiedAttempt {
  readonly id: string;
  /** Whether everything is unchanged since it was signed. */
  readonly verified: boolean;
  readonly checks: readonly Check[];
  /** Present as far as readable; trustworthy only if verified. */
  readonly attempt?: Attempt;
  readonly receipt?: Receipt;
  readonly verdict?: object;
  readonly calls: readonly Call[];
}

/**
 * Checks all stored parts of an attempt against each other: the receipt against its signature and its run, the record
 * against the receipt, the evidence against the record. A file is blamed only for its own damage: a damaged receipt is
 * replaced by its copy in the run, and a record with one changed byte by the original record.
 */
export async function verifyAttempt(store: AttemptStore, id: string): Promise<VerifiedAttempt> {
  const receiptFile = readPlainFile(join(store.folder, relativeAttemptPaths.receipt(id)), MAX_RECEIPT_BYTES);
  const recordFile = readPlainFile(join(store.folder, relativeAttemptPaths.attempt(id)), MAX_ATTEMPT_BYTES);

  const runId = guessedRunId(receiptFile, recordFile);
  const runFile = runId && readPlainFile(join(store.folder, relativeAttemptPaths.run(runId)), MAX_RUN_BYTES);
  const run = openRun(runId, runFile || undefined);

  const receipt = verifyReceipt(id, receiptFile, run);
  const record = verifyRecord(id, recordFile, receipt.trusted);
  const verdictFile = readPlainFile(join(store.folder, relativeAttemptPaths.verdict(id)), MAX_VERDICT_BYTES);
  const verdict = verifyVerdict(id, verdictFile, receipt.trusted);
  const checks = [...receipt.checks, ...record.checks, ...verdict.checks];
  let calls: readonly Call[] = [];
  if (record.attempt !== undefined) {
    const evidence = { attempt: record.attempt, recordIsSigned: record.asSigned, blobs: store.blobs, id };
    checks.push(...(await verifyBlobs(evidence)));
    const chain = await verifyCallChain(evidence);
    calls = chain.calls;
    checks.push(...chain.checks, ...(await verifyReplay(id, record.attempt, calls, (other) => callsOf(store, other))));
  }
  checks.push(...verifyRun(store.folder, id, run, receipt.trusted));
  return {
    id,
    verified: checks.every((check) => check.ok),
    checks,
    ...(record.attempt && { attempt: record.attempt }),
    ...(receipt.trusted && { receipt: receipt.trusted }),
    ...(verdict.verdict && { verdict: verdict.verdict }),
    calls,
  };
}

/**
 * The calls before the first invalid one. Whether they are complete is checked when that attempt itself is verified.
 */
async function callsOf(store: AttemptStore, id: string): Promise<readonly Call[] | undefined> {
  const file = readPlainFile(join(store.folder, relativeAttemptPaths.attempt(id)), MAX_ATTEMPT_BYTES);
  const document = file.ok ? readDocument(file.bytes, attemptSchema) : file;
  if (!document.ok) return undefined;
  const { sha256, bytes } = document.value.blobs.calls;
  const found = await store.blobs.inspect(sha256, bytes);
  return found && verifyCalls(found.bytes, openingHash(document.value)).calls;
}
