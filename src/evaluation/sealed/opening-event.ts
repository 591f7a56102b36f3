import { z } from 'zod';

const digest = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex');
const words = z.string().min(1, 'is empty').max(300, 'is too long');

/** May contain ids of problems, but never questions or answers. */
export const openingEventSchema = z.discriminatedUnion('kind', [
  /** One checkpoint is measured on a held-out suite. */
  z.strictObject({
    kind: z.literal('opened'),
    suite: digest,
    name: words,
    problem_ids: z.array(z.string().min(1)).min(1).readonly(),
    run_id: z.uuid(),
    who: words,
    /** The experiment that the checkpoint belongs to. */
    line: words,
    checkpoint: words,
    plan: digest.nullable(),
  }),
  /** From now on the suite has been used for model selection, so results of the selected model are biased upwards. */
  z.strictObject({ kind: z.literal('burned'), suite: digest, name: words, run_id: z.uuid(), who: words, line: words }),
  z.strictObject({ kind: z.literal('plan-registered'), plan: digest, who: words }),
]);

export type OpeningEvent = Readonly<z.infer<typeof openingEventSchema>>;

export const openingEnvelopeSchema = z.object({
  sequence: z.int().positive(),
  time: z.iso.datetime(),
  previous: digest,
  hash: digest,
});

/** One line of the access ledger, chained to the previous one. */
export type OpeningRecord = OpeningEvent & Readonly<z.infer<typeof openingEnvelopeSchema>>;
