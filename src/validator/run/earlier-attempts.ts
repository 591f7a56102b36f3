import { type AttemptStore, readRunFile, receiptHash } from '../../attempt/record.ts';
import { Fault } from '../../fault/fault.ts';
import { askEvidenceThread } from '../evidence/ask-evidence-thread.ts';
import type { CertifiedAttempt } from '../evidence/certify-attempt.ts';
import type { RunJournal } from './run-journal.ts';

export interface EarlierAttempts {
  readonly scored: readonly CertifiedAttempt[];
  /** Probe attempts, which are never scored. */
  readonly probes: readonly CertifiedAttempt[];
}

/** All earlier attempts of a run, in order, each verified again. */
export async function readEarlierAttempts(store: AttemptStore, journal: RunJournal): Promise<EarlierAttempts> {
  const attempts: CertifiedAttempt[] = [];
  for (const { attempt_id } of checkRun(store, journal)) {
    const place = { data: store.folder, runId: journal.runId, attemptId: attempt_id };
    attempts.push(await askEvidenceThread('certify', place));
  }
  const [scored, probes] = [false, true].map((wanted) =>
    attempts.filter(({ attempt }) => (attempt.probe === true) === wanted),
  );
  return { scored: scored!, probes: probes! };
}

/**
 * The receipts of a run, after checking that they form an unbroken chain and that none is missing. A chain cut at its
 * end still looks complete; only the journal shows the missing receipts.
 */
export function checkRun(store: AttemptStore, journal: RunJournal): ReturnType<typeof readRunFile>['receipts'] {
  const { receipts } = readRunFile(store.folder, journal.runId);
  const hashes = new Map(receipts.map((receipt) => [receipt.attempt_id, receiptHash(receipt)]));
  for (const { attempt_id, receipt_hash } of journal.all('attempted')) {
    if (hashes.get(attempt_id) === receipt_hash) continue;
    throw new Fault('EVIDENCE_CORRUPT', {
      message: `The receipt of attempt ${attempt_id} has changed or is missing in run ${journal.runId}.`,
      remedy: 'The run is not reported. Restore its evidence from a backup to find out what happened.',
    });
  }
  return receipts;
}
