import { z } from 'zod';
import { addressSchema, sha256Schema, timeSchema, uuidSchema } from '../../attempt/attempt.ts';
import { writeDocument } from '../../attempt/record.ts';
import { sha256 } from '../../store/sha256.ts';
import type { RuleVerdict, Verdict } from '../verdict.ts';
import { ruleVerdictSchema, verdictSchema } from '../verdict.ts';
import { reasonSchema } from './dispute-event.ts';
import { type SignedBy, signatureSchema } from './sign-document.ts';

/** A verdict that replaces another because the answer key was wrong. The old verdict is kept. */
export interface Correction extends SignedBy {
  readonly version: 1;
  readonly attempt_id: string;
  /** Starts at 1 for every attempt, without gaps. */
  readonly sequence: number;
  /** Hash of the previous correction; `null` for the first. */
  readonly previous: string | null;
  /** Hash of the replaced verdict; `null` if the attempt was sealed without one. */
  readonly old_verdict_hash: string | null;
  readonly key_before: string;
  readonly key_after: string;
  /** The previous verdict of the ranking rules; computed with the old key if no verdict was sealed. */
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
