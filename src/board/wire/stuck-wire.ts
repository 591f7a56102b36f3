import { z } from 'zod';
import { timestampSchema } from './timestamp.ts';

/** Work that does not progress, for the operator. */
export const stuckSchema = z.object({
  stuck: z.array(
    z.object({
      kind: z.enum(['arena', 'race', 'item', 'run', 'audit', 'validator']),
      /** Id of the race, work item or run, or address of the validator. */
      id: z.string(),
      /** Since when it has been waiting. */
      since: timestampSchema.nullable(),
      why: z.string(),
      /** What the operator can do. */
      action: z.string(),
    }),
  ),
});

export const stuckQuerySchema = z.object({
  /** Shorter waits are not reported. */
  older_than_seconds: z.coerce.number().int().min(0).max(31_536_000).default(3_600),
});

export type StuckWire = z.infer<typeof stuckSchema>;
export type StuckQuery = z.infer<typeof stuckQuerySchema>;
