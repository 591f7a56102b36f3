import type { AttemptStore } from '../../attempt/record.ts';
import { askEvidenceThread } from '../evidence/ask-evidence-thread.ts';
import { packEvidence, packed } from '../evidence/pack-evidence.ts';
import type { Result } from './run-results.ts';

/** The steps that the agent reported, in API format: a plain array. `null` when it returned none. */
export async function dialogueFile(store: AttemptStore, { attempt }: Result): Promise<Uint8Array<ArrayBuffer> | null> {
  const { dialogue } = attempt.blobs;
  return dialogue === null ? null : await packed(await store.blobs.get(dialogue.sha256));
}

/** The signed evidence: record, verdict, receipt and every call. Without the calls if they are too large. */
export async function evidenceFile(
  { folder }: AttemptStore,
  { attempt, verdict, receipt }: Result,
  withCalls: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const signed = { attempt, verdict, receipt };
  if (!withCalls) return await packEvidence(signed);
  return await askEvidenceThread('packEvidence', { data: folder, attemptId: attempt.attempt_id, signed });
}
