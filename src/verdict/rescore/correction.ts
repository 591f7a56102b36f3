import { z } from 'zod';
import { addressSchema, sha256Schema, timeSchema, uuidSchema } from '../../attempt/attempt.ts';
import { writeDocument } from '../../attempt/record.ts';
import { sha256 } from '../../store/sha256.ts';
import type { RuleVerdict, Verdict } from '../verdict.ts';
import { ruleVerdictSchema, verdictSchema } from '../verdict.ts';
import { reasonSchema } from './dispute-event.ts';
import { type SignedBy, signatureSchema } from './sign-document.ts';

/** A verdict that takes the place of another because the answer key was wrong. The other one stays where it is. */
export interface Correction extends SignedBy {
  readonly version: 1;
  readonly attempt_id: string;
  /** From 1 for every attempt, without gaps. */
  readonly sequence: number;
  /** Hash of the correction before it; `null` for the first. */
  readonly previous: string | null;
  /** Hash of the verdict it replaces; `null` when the attempt was sealed without one. */
  readonly old_verdict_hash: string | null;
  readonly key_before: string;
  readonly key_after: string;
  /** What stood before by the rules that rank; by the old key where no verdict had been sealed. */
  readonly before: RuleVerdict;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly time: string;
}

export const correctionSchema: z.ZodType<Correction> = z.strictObject({
  version: z.literal(1),
  attempt_id: uuidSchema,
  sequence: z.int().positive(),
  previous: sha256Schema.nullable(),
  old_verdict_hash: sha256Schema.nullable(),
  key_before: sha256Schema,
  key_after: sha256Schema,
  before: ruleVerdictSchema,
  verdict: verdictSchema,
  reason: reasonSchema,
  time: timeSchema,
  hotkey: addressSchema,
  signature: signatureSchema,
});

export function verdictHash(verdict: Verdict): string {
  return sha256(writeDocument(verdict));
}

export function correctionHash(correction: Correction): string {
  return sha256(writeDocument(correction));
}
