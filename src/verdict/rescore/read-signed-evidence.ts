import { join } from 'node:path';
import { type Attempt, attemptSchema } from '../../attempt/attempt.ts';
import {
  type AttemptStore,
  isSigned,
  MAX_ATTEMPT_BYTES,
  MAX_RECEIPT_BYTES,
  MAX_VERDICT_BYTES,
  type ParsedDocument,
  type Receipt,
  readDocument,
  readPlainFile,
  receiptSchema,
  relativeAttemptPaths,
} from '../../attempt/record.ts';
import { Fault } from '../../fault/fault.ts';
import { verifyCalls } from '../../gateway/calls.ts';
import { parseBoundedJson } from '../../json/parse-bounded-json.ts';
import type { Problem } from '../../problems/problem.ts';
import type { BlobReference } from '../../store/blobs.ts';
import { sha256 } from '../../store/sha256.ts';
import type { ScoredEvidence } from '../rules/attempt-evidence.ts';
import { shownProducts } from '../rules/shown-products.ts';
import type { Verdict } from '../verdict.ts';
import { verdictSchema } from '../verdict.ts';

export interface SignedEvidence {
  readonly attempt: Attempt;
  readonly receipt: Receipt;
  readonly evidence: Omit<ScoredEvidence, 'problem'>;
  /** The verdict sealed with the attempt; `null` if it was sealed without one. */
  readonly sealedVerdict: Verdict | null;
}

/** The same limits as when the answer was accepted. */
const DIALOGUE_BOUNDS = { maxDepth: 64, maxNodes: 1_000_000 };

/**
 * Reads everything needed to rescore a sealed attempt. Only data covered by its receipt is trusted. Rejects with
 * `EVIDENCE_CORRUPT` and the reason.
 */
export async function readSignedEvidence(store: AttemptStore, id: string): Promise<SignedEvidence> {
  const receiptPath = join(store.folder, relativeAttemptPaths.receipt(id));
  const receiptFile = readPlainFile(receiptPath, MAX_RECEIPT_BYTES);
  const receipt = sound(receiptPath, receiptFile.ok ? readDocument(receiptFile.bytes, receiptSchema) : receiptFile);
  if (receipt.attempt_id !== id || !isSigned(receipt)) throw corrupt(receiptPath, 'is not the signed receipt of it');

  const attemptPath = join(store.folder, relativeAttemptPaths.attempt(id));
  const attemptFile = readPlainFile(attemptPath, MAX_ATTEMPT_BYTES);
  const attempt = sound(attemptPath, attemptFile.ok ? readDocument(attemptFile.bytes, attemptSchema) : attemptFile);
  if (attemptFile.ok && sha256(attemptFile.bytes) !== receipt.attempt_hash) {
    throw corrupt(attemptPath, 'is not what was signed');
  }
  const { blobs, chain, fault } = attempt;
  const { calls, head, flaw } = verifyCalls(await bytesOf(store, blobs.calls), chain.opening);
  if (flaw !== undefined || head !== chain.last) throw corrupt(attemptPath, 'names calls that are not those it signed');
  const dialogue = blobs.dialogue === null ? null : readDialogue(attemptPath, await bytesOf(store, blobs.dialogue));
  return {
    attempt,
    receipt,
    evidence: { dialogue, shown: shownProducts(calls), fault },
    sealedVerdict: readSealedVerdict(store.folder, receipt),
  };
}

/** The evidence with the problem from the given key. */
export function withKey(signed: SignedEvidence, problem: Problem): ScoredEvidence {
  return { ...signed.evidence, problem };
}

async function bytesOf(store: AttemptStore, blob: BlobReference): Promise<Uint8Array> {
  return await store.blobs.get(blob.sha256, blob.bytes);
}

function readDialogue(path: string, bytes: Uint8Array): readonly unknown[] {
  const json = parseBoundedJson(bytes, { ...DIALOGUE_BOUNDS, maxBytes: bytes.length });
  if (json.ok && Array.isArray(json.value)) return json.value;
  throw corrupt(path, `names an invalid dialogue: ${json.ok ? 'it is not a list' : json.reason}`);
}

function readSealedVerdict(data: string, { attempt_id, verdict_hash }: Receipt): Verdict | null {
  if (verdict_hash === null) return null;
  const path = join(data, relativeAttemptPaths.verdict(attempt_id));
  const file = readPlainFile(path, MAX_VERDICT_BYTES);
  const verdict = sound(path, file.ok ? readDocument(file.bytes, verdictSchema) : file);
  if (file.ok && sha256(file.bytes) === verdict_hash && verdict.attempt_id === attempt_id) return verdict;
  throw corrupt(path, 'is not the verdict that was signed');
}

function sound<T>(path: string, document: ParsedDocument<T>): T {
  if (document.ok) return document.value;
  throw corrupt(path, document.reason);
}

function corrupt(path: string, reason: string): Fault {
  return new Fault('EVIDENCE_CORRUPT', { message: `${path} ${reason}.`, remedy: 'Restore the file from a backup.' });
}
