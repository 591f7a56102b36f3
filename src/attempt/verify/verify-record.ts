import { sha256 } from '../../store/sha256.ts';
import { type Attempt, attemptSchema } from '../attempt.ts';
import { relativeAttemptPaths } from '../record/attempt-folder.ts';
import { readDocument } from '../record/canonical-document.ts';
import { openingHash } from '../record/opening-hash.ts';
import type { PlainFile } from '../record/read-plain-file.ts';
import type { Receipt } from '../record/receipt.ts';
import { type Check, differences } from './check.ts';
import { fieldAt } from './field-at.ts';
import { findChangedByte } from './find-changed-byte.ts';

export interface VerifiedRecord {
  readonly checks: readonly Check[];
  /** The signed version if it can be restored, otherwise the current one. */
  readonly attempt?: Attempt;
  /** Whether `attempt` is the signed version. If not, its references to blobs may be wrong as well. */
  readonly asSigned: boolean;
}

/** Checks the record against the receipt, and against itself. */
export function verifyRecord(id: string, file: PlainFile, receipt: Receipt | undefined): VerifiedRecord {
  const where = relativeAttemptPaths.attempt(id);
  const hash = { what: 'record: the one that was signed', where };
  const form = { what: 'record: in canonical form', where };
  if (!file.ok) return { checks: [{ ...form, ok: false, detail: file.reason }], asSigned: false };

  const document = readDocument(file.bytes, attemptSchema);
  const formed = { ...form, ok: document.ok, detail: document.ok ? '' : document.reason };
  if (receipt === undefined) {
    const detail = 'not checked: there is no receipt with a valid signature';
    const unsigned = { ...hash, ok: false, where: relativeAttemptPaths.receipt(id), detail };
    if (!document.ok) return { checks: [unsigned, formed], asSigned: false };
    return { checks: [unsigned, formed], attempt: document.value, asSigned: false };
  }
  const actual = sha256(file.bytes);
  if (actual === receipt.attempt_hash) {
    const signed = { ...hash, ok: true, detail: `sha256 ${actual}` };
    if (!document.ok) return { checks: [signed, formed], asSigned: false };
    const agrees = agreement(where, document.value, receipt);
    return { checks: [signed, formed, agrees], attempt: document.value, asSigned: true };
  }
  const repaired = repair(file.bytes, receipt.attempt_hash);
  if (repaired !== undefined) {
    const detail = `byte ${repaired.position} was changed${repaired.field}`;
    return { checks: [{ ...hash, ok: false, detail }, formed], attempt: repaired.attempt, asSigned: true };
  }
  const changed = { ...hash, ok: false, detail: `hashes to ${actual}, the receipt says ${receipt.attempt_hash}` };
  if (!document.ok) return { checks: [changed, formed], asSigned: false };
  const agrees = agreement(where, document.value, receipt);
  return { checks: [changed, formed, agrees], attempt: document.value, asSigned: false };
}

/** Checks the values that occur twice in the record or also in the receipt. */
function agreement(where: string, attempt: Attempt, receipt: Receipt): Check {
  const { agent, blobs } = attempt;
  const detail = differences({
    attempt_id: [attempt.attempt_id, receipt.attempt_id],
    run_id: [attempt.run_id, receipt.run_id],
    validator: [attempt.validator, receipt.hotkey],
    'chain.opening': [attempt.chain.opening, openingHash(attempt)],
    'blobs.agent.sha256': [blobs.agent.sha256, agent.sha256],
    'blobs.agent.bytes': [blobs.agent.bytes, agent.bytes],
  });
  return { what: 'record: agrees with receipt and itself', ok: detail === '', where, detail };
}

interface Repaired {
  readonly position: number;
  readonly field: string;
  readonly attempt: Attempt;
}

function repair(bytes: Uint8Array, signedHash: string): Repaired | undefined {
  const changed = findChangedByte(bytes, signedHash);
  const document = changed && readDocument(changed.original, attemptSchema);
  if (!document?.ok) return undefined;
  const { position, original } = changed!;
  const field = fieldAt(document.value, position);
  const was = `it is 0x${hex(bytes[position]!)} and was 0x${hex(original[position]!)}`;
  return { position, field: `${field === '' ? '' : `, in field ${field}`}: ${was}`, attempt: document.value };
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
