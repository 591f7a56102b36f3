import { hash as digest } from 'node:crypto';
import { openingHash } from '../../attempt/record.ts';
import { type Call, sealCall } from '../../gateway/calls.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { EvidenceRow } from './evidence-row.ts';
import { type Quarantined, quarantine } from './quarantine.ts';

/**
 * Checks the consistency of a row: calls against each other and the record, record and verdict against the receipt. The
 * signature on the receipt is not checked here: that costs as much as all of this and is done once for a whole run.
 *
 * @param hashed Whether each call is already known to have the hash it names.
 */
export function verifyEvidence(
  { attempt, verdict, receipt, calls }: EvidenceRow,
  hashed: boolean,
): Quarantined | undefined {
  const id = attempt.attempt_id;
  if (receipt.attempt_id !== id || receipt.run_id !== attempt.run_id || receipt.hotkey !== attempt.validator) {
    return quarantine('RECEIPT_MISMATCH', 'the receipt is that of another attempt', id);
  }
  if (!hashesTo(attempt, receipt.attempt_hash)) {
    return quarantine('RECEIPT_MISMATCH', 'the record is not the one that was signed', id);
  }
  const isSame = verdict === null ? receipt.verdict_hash === null : hashesTo(verdict, receipt.verdict_hash);
  if (!isSame) return quarantine('RECEIPT_MISMATCH', 'the verdict is not the one that was signed', id);
  const { chain } = attempt;
  let head = openingHash(attempt);
  if (head !== chain.opening)
    return quarantine('CALLS_BROKEN', 'the first hash of the call chain belongs to another attempt', id);
  for (const [place, call] of calls.entries()) {
    if (call.sequence !== place + 1 || call.previous !== head) {
      return quarantine('CALLS_BROKEN', `call ${place + 1} does not follow from the one before it`, id);
    }
    if (!hashed && !sealsTo(call)) {
      return quarantine('CALLS_BROKEN', `call ${place + 1} was changed`, id);
    }
    head = call.hash;
  }
  if (calls.length !== chain.calls || head !== chain.last) {
    return quarantine('CALLS_BROKEN', `${calls.length} calls are here, ${chain.calls} were recorded`, id);
  }
  return undefined;
}

/**
 * Our own files have sorted keys, so their plain text is already canonical. Hashing it is several times faster than
 * sorting first. A matching hash proves as much either way.
 */
function hashesTo(value: unknown, hash: string | null): boolean {
  return digest('sha256', JSON.stringify(value)) === hash || digest('sha256', canonicalJson(value)) === hash;
}

function sealsTo({ hash, ...unsealed }: Call): boolean {
  return sealCall(unsealed).hash === hash;
}
