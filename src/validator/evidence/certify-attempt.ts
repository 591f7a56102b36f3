import type { Attempt } from '../../attempt/attempt.ts';
import { type AttemptStore, type Receipt, receiptHash } from '../../attempt/record.ts';
import { type RefusedModelCalls, refusedModelCalls } from '../../attempt/refused-models.ts';
import { type VerifiedAttempt, verifyAttempt } from '../../attempt/verify-attempt.ts';
import { Fault } from '../../fault/fault.ts';
import type { Call } from '../../gateway/calls.ts';
import type { Verdict } from '../../verdict/verdict.ts';
import { verdictSchema } from '../../verdict/verdict.ts';

/** An attempt read from disk and verified against its receipt: the only form in which a validator reports attempts. */
export interface CertifiedAttempt {
  readonly attempt: Attempt;
  /** `null` for an attempt that could not be graded, because its process died. */
  readonly verdict: Verdict | null;
  readonly receipt: Receipt;
  readonly receiptHash: string;
  /** Model calls that returned no completion. */
  readonly inferenceFailures: number;
  /** Model calls that the gateway rejected; they reached no model and do not count as failures. */
  readonly refusedModels: readonly RefusedModelCalls[];
}

/**
 * Reads an attempt of a run from disk and verifies all of it. Throws `EVIDENCE_CORRUPT` when anything differs from what
 * was signed.
 */
export async function certifyAttempt(store: AttemptStore, runId: string, id: string): Promise<CertifiedAttempt> {
  const verified = await verifyAttempt(store, id);
  const { attempt, receipt, verdict, calls } = verified;
  if (!verified.verified || attempt === undefined || receipt === undefined) throw corrupt(verified);
  if (receipt.run_id !== runId) throw notOfRun(id, runId);
  const parsed = verdict === undefined ? undefined : verdictSchema.safeParse(verdict);
  if (parsed?.success === false) {
    throw new Fault('EVIDENCE_CORRUPT', {
      message: `The verdict on attempt ${id} is not valid.`,
      cause: parsed.error,
    });
  }
  return {
    attempt,
    verdict: parsed?.data ?? null,
    receipt,
    receiptHash: receiptHash(receipt),
    inferenceFailures: calls.filter(hasFailed).length,
    refusedModels: refusedModelCalls(calls),
  };
}

function hasFailed({ kind, status }: Call): boolean {
  return kind === 'inference' && status !== 200;
}

function corrupt({ id, checks }: VerifiedAttempt): Fault {
  const flaw = checks.find(({ ok }) => !ok);
  return new Fault('EVIDENCE_CORRUPT', {
    message: `The evidence of attempt ${id} does not match its signature: ${flaw?.what ?? 'it cannot be read'}, ${flaw?.where ?? ''} ${flaw?.detail ?? ''}`,
    remedy: 'The run is not reported. `assay explain` lists every difference.',
  });
}

function notOfRun(id: string, runId: string): Fault {
  return new Fault('EVIDENCE_CORRUPT', { message: `Attempt ${id} does not belong to run ${runId}.` });
}
