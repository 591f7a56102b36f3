import { z } from 'zod';
import { addressSchema, sha256Schema, timeSchema } from '../../attempt/attempt.ts';
import { type SignedBy, signatureSchema } from './sign-document.ts';

export const reasonSchema = z
  .string()
  .regex(/\S/, 'is empty')
  .max(2_000, 'is longer than 2,000 characters')
  .refine((text) => text.isWellFormed(), 'holds half a character');

const problemId = z.string().min(1).max(128);

/** Events may contain problem ids and digests in the open, but never questions or answers. */
export const disputeEventSchema = z.discriminatedUnion('kind', [
  /** Claims that an answer key is wrong. */
  z.strictObject({
    kind: z.literal('disputed'),
    problem_id: problemId,
    problem_digest: sha256Schema,
    reason: reasonSchema,
  }),
  /** The key was wrong; `corrections` are the hashes of the corrections that followed. */
  z.strictObject({
    kind: z.literal('corrected'),
    problem_id: problemId,
    key_before: sha256Schema,
    key_after: sha256Schema,
    reason: reasonSchema,
    corrections: z.array(sha256Schema),
  }),
]);

export type DisputeEvent = Readonly<z.infer<typeof disputeEventSchema>>;

export const disputeEnvelopeSchema = z.object({
  sequence: z.int().positive(),
  time: timeSchema,
  previous: sha256Schema,
  hotkey: addressSchema,
  signature: signatureSchema,
  hash: sha256Schema,
});

/** One line. The signature covers its link to the previous line; `hash` covers all else, including the signature. */
export type DisputeRecord = DisputeEvent &
  SignedBy & {
    readonly sequence: number;
    readonly time: string;
    readonly previous: string;
    readonly hash: string;
  };
