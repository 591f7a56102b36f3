import {
  DECISIONS,
  type FollowCounts,
  type Followed,
  followRates,
  forEachDecision,
  readCalls,
  readFollow,
} from '../../agency/follow.ts';
import { isSigned, receiptHash, receiptSchema } from '../../attempt/record.ts';
import type { EvidenceRow } from './evidence-row.ts';
import { isQuarantined } from './quarantine.ts';
import { readEvidence } from './read-attempt.ts';

/** What a validator reported about the probe attempts of a run. */
export interface ReportedProbes {
  readonly runId: string;
  readonly validator: string;
  /** Hash of the submitted file, if known. */
  readonly codeSha256: string | null;
  readonly decisions: FollowCounts;
  readonly receiptHashes: readonly string[];
}

export interface RecountedProbes {
  /** `null` if evidence is missing or invalid. */
  readonly counts: FollowCounts | null;
  readonly agrees: boolean;
  /** What is wrong with the evidence or differs from the report. */
  readonly flaws: readonly string[];
}

/**
 * Recounts from recorded evidence how often a program followed changed answers, and compares the result with the
 * report. Every file is verified first: calls against the record, the record against the receipt, the receipt against
 * its signature and the reported hash.
 *
 * @param evidence The evidence of each probe attempt as JSON, in the order of the receipts.
 */
export function recountProbes(reported: ReportedProbes, evidence: readonly string[]): RecountedProbes {
  const flaws: string[] = [];
  const observed: Followed[] = [];
  for (const [index, hash] of reported.receiptHashes.entries()) {
    const row = evidence[index] === undefined ? 'it is missing' : verifiedProbe(evidence[index], hash, reported);
    if (typeof row === 'string') flaws.push(`evidence of probe ${index + 1}: ${row}`);
    else observed.push(...readFollow(readCalls(row.calls), row.verdict?.rules.recommended ?? []));
  }
  if (flaws.length > 0) return { counts: null, agrees: false, flaws };
  const rates = followRates(observed);
  const counts = forEachDecision((decision) => ({ followed: rates[decision].followed, of: rates[decision].of }));
  for (const decision of DECISIONS) {
    const [counted, said] = [counts[decision], reported.decisions[decision]];
    if (counted.followed === said.followed && counted.of === said.of) continue;
    flaws.push(`${decision}: ${said.followed} of ${said.of} reported, ${counted.followed} of ${counted.of} recorded`);
  }
  return { counts, agrees: flaws.length === 0, flaws };
}

/** The evidence, or why it is not the evidence of this probe. */
function verifiedProbe(text: string, hash: string, reported: ReportedProbes): EvidenceRow | string {
  const row = readEvidence(text);
  if (isQuarantined(row)) return row.detail;
  const receipt = receiptSchema.safeParse(row.receipt);
  if (!receipt.success || !isSigned(receipt.data)) return 'its receipt is not signed';
  const { attempt } = row;
  if (receipt.data.hotkey !== reported.validator) return 'another validator signed it';
  if (receiptHash(receipt.data) !== hash) return 'its receipt is not the reported one';
  if (attempt.run_id !== reported.runId) return 'it is of another run';
  if (reported.codeSha256 !== null && attempt.agent.sha256 !== reported.codeSha256) return 'it is of another agent';
  if (attempt.probe !== true) return 'the attempt was not a probe';
  if (attempt.fault !== null) return `the attempt failed (${attempt.fault.code}) and shows nothing`;
  return row;
}
