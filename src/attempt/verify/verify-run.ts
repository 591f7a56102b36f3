import { join } from 'node:path';
import { MAX_RECEIPT_BYTES, relativeAttemptPaths } from '../record/attempt-folder.ts';
import { writeDocument } from '../record/canonical-document.ts';
import { type PlainFile, readPlainFile } from '../record/read-plain-file.ts';
import type { Receipt } from '../record/receipt.ts';
import { checkRunChain, type RunChain } from '../record/run-chain.ts';
import type { Check } from './check.ts';

/** The run an attempt belongs to, as far as it can be read. */
export interface OpenedRun {
  /** `undefined` when nothing says which run it is. */
  readonly runId: string | undefined;
  /** Why there is no file to walk. */
  readonly unreadable?: string;
  readonly chain: RunChain;
}

export function openRun(runId: string | undefined, file: PlainFile | undefined): OpenedRun {
  const chain: RunChain = { receipts: [] };
  if (runId === undefined || file === undefined) return { runId, unreadable: 'cannot be told', chain };
  return file.ok ? { runId, chain: checkRunChain(file.bytes, runId) } : { runId, unreadable: file.reason, chain };
}

/** The run's own chain, this attempt's place in it, and that no receipt of it is missing. */
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
  // In a folder with another's name the receipt knows better whose it is.
  const place = receipts.find((receipt) => receipt.attempt_id === (trusted?.attempt_id ?? id));
  if (place === undefined) return [{ what, ok: false, where, detail: 'this attempt is not in it' }];
  if (trusted !== undefined && trusted.signature !== place.signature) {
    return [{ what, ok: false, where, detail: `line ${place.sequence} is another receipt of this attempt` }];
  }
  const detail = `${place.sequence} of ${receipts.length}`;
  const missing = missingReceipts(data, receipts);
  return [{ what, ok: true, where, detail }, ...missing];
}

/** One check for each attempt of the run whose receipt is not the one that the run holds; one for all when all are. */
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
