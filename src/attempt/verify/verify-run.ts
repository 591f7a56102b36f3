import { join } from 'node:path';
import { MAX_RECEIPT_BYTES, relativeAttemptPaths } from '../record/attempt-folder.ts';
import { writeDocument } from '../record/canonical-document.ts';
import { type PlainFile, readPlainFile } from '../record/read-plain-file.ts';
import type { Receipt } from '../record/receipt.ts';
import { checkRunChain, type RunChain } from '../record/run-chain.ts';
import type { Check } from './check.ts';

/** The run of an attempt, as far as it can be read. */
export interface OpenedRun {
  /** `undefined` if neither receipt nor record names the run. */
  readonly runId: string | undefined;
  /** Why the run file could not be read. */
  readonly unreadable?: string;
  readonly chain: RunChain;
}

export function openRun(runId: string | undefined, file: PlainFile | undefined): OpenedRun {
  const chain: RunChain = { receipts: [] };
  if (runId === undefined || file === undefined) return { runId, unreadable: 'cannot be told', chain };
  return file.ok ? { runId, chain: checkRunChain(file.bytes, runId) } : { runId, unreadable: file.reason, chain };
}

/** Checks the run's chain, this attempt's position in it, and that no receipt of the run is missing. */
export function verifyRun(data: string, id: string, run: OpenedRun, trusted: Receipt | undefined): readonly Check[] {
  const what = 'run: receipts in one unbroken chain';
  if (run.runId === undefined) {
    const detail = 'not checked: neither receipt nor record says which run it is';
    return [{ what, ok: false, where: relativeAttemptPaths.receipt(id), detail }];
  }
  const where = relativeAttemptPaths.run(run.runId);
  if (run.unreadable !== undefined) return [{ what, ok: false, where, detail: run.unreadable }];
  const { receipts, flaw } = run.chain;
  if (flaw !== undefined) {
    const detail = `line ${flaw.line} (bytes ${flaw.from} to ${flaw.to}) ${flaw.reason}`;
    return [{ what, ok: false, where, detail }, ...missingReceipts(data, receipts)];
  }
  // If the folder has another attempt's name, the receipt's id is the right one.
  const place = receipts.find((receipt) => receipt.attempt_id === (trusted?.attempt_id ?? id));
  if (place === undefined) return [{ what, ok: false, where, detail: 'this attempt is not in it' }];
  if (trusted !== undefined && trusted.signature !== place.signature) {
    return [{ what, ok: false, where, detail: `line ${place.sequence} is another receipt of this attempt` }];
  }
  const detail = `${place.sequence} of ${receipts.length}`;
  const missing = missingReceipts(data, receipts);
  return [{ what, ok: true, where, detail }, ...missing];
}

/**
 * One failed check for each attempt whose receipt differs from the one in the run; a single passed check if none does.
 */
function missingReceipts(data: string, receipts: readonly Receipt[]): readonly Check[] {
  const what = 'run: nothing is missing before the last one here';
  const checks: Check[] = [];
  for (const receipt of receipts) {
    const where = relativeAttemptPaths.receipt(receipt.attempt_id);
    const file = readPlainFile(join(data, where), MAX_RECEIPT_BYTES);
    if (!file.ok) {
      checks.push({ what, ok: false, where, detail: `${file.reason}: receipt ${receipt.sequence} of the run` });
    } else if (Buffer.compare(file.bytes, writeDocument(receipt)) !== 0) {
      const detail = `is not receipt ${receipt.sequence} of the run`;
      checks.push({ what, ok: false, where, detail });
    }
  }
  if (checks.length > 0) return checks;
  return [{ what, ok: true, where: 'attempts', detail: `${receipts.length} receipts` }];
}
