import { readDocument, writeDocument } from './canonical-document.ts';
import { isSigned, type Receipt, receiptHash, receiptSchema } from './receipt.ts';

interface RunFlaw {
  /** Counted from 1. */
  readonly line: number;
  /** Byte range of the line in the file. */
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  /** The last line is incomplete, as after a crash; the lines before it are intact. */
  readonly torn: boolean;
}

export interface RunChain {
  /** Receipts before the first invalid line; all of them if there is no flaw. */
  readonly receipts: readonly Receipt[];
  readonly flaw?: RunFlaw;
}

const NEWLINE = 0x0a;

export function runLine(receipt: Receipt): Uint8Array {
  return Buffer.concat([writeDocument(receipt), Buffer.of(NEWLINE)]);
}

/** The beginning of a run as verified before. */
export interface VerifiedRun {
  readonly receipts: readonly Receipt[];
  /** Its length in bytes. */
  readonly length: number;
}

const NOTHING_VERIFIED: VerifiedRun = { receipts: [], length: 0 };

/**
 * Verifies the receipts of a run. Each contains the hash of the previous one, so removing one from the middle is
 * detected even if the key holder did it. Removing lines from the end leaves a valid chain: only a receipt kept
 * elsewhere reveals that.
 *
 * @param verified The same bytes at the beginning of the run, which are not verified again.
 */
export function checkRunChain(bytes: Uint8Array, runId: string, verified = NOTHING_VERIFIED): RunChain {
  const receipts = [...verified.receipts];
  let start = verified.length;
  for (let line = receipts.length + 1; start < bytes.length; line++) {
    const end = bytes.indexOf(NEWLINE, start);
    const place = { line, from: start, to: end === -1 ? bytes.length : end };
    if (end === -1) return { receipts, flaw: { ...place, reason: 'is incomplete', torn: true } };
    const read = readReceipt(bytes.subarray(start, end), receipts.at(-1), runId);
    if (typeof read !== 'string') {
      receipts.push(read);
      start = end + 1;
      continue;
    }
    // Two adjacent lines do not match: the signature shows which of them was changed.
    const before = receipts.at(-1);
    if (before === undefined || isSigned(before)) return { receipts, flaw: { ...place, reason: read, torn: false } };
    return { receipts: receipts.slice(0, -1), flaw: changedLine(before, line - 1, start) };
  }
  const last = receipts.at(-1);
  if (last === undefined || receipts.length === verified.receipts.length || isSigned(last)) return { receipts };
  return { receipts: receipts.slice(0, -1), flaw: changedLine(last, receipts.length, start) };
}

function changedLine(receipt: Receipt, line: number, end: number): RunFlaw {
  const from = end - runLine(receipt).length;
  return { line, from, to: end - 1, reason: `was changed: ${receipt.hotkey} did not sign this`, torn: false };
}

/** Returns the receipt, or the reason why it is invalid here. */
function readReceipt(bytes: Uint8Array, before: Receipt | undefined, runId: string): Receipt | string {
  const parsed = readDocument(bytes, receiptSchema);
  if (!parsed.ok) return parsed.reason;
  const receipt = parsed.value;
  const sequence = (before?.sequence ?? 0) + 1;
  if (receipt.run_id !== runId) return `belongs to run ${receipt.run_id}`;
  if (receipt.sequence !== sequence) {
    return `has sequence ${receipt.sequence} where ${sequence} is expected: a receipt was dropped, added or moved`;
  }
  if (receipt.previous !== (before === undefined ? null : receiptHash(before))) {
    return 'does not follow from the receipt before it';
  }
  if (before !== undefined && receipt.hotkey !== before.hotkey)
    return 'is signed by another hotkey than the one before';
  return receipt;
}
