import { z } from 'zod';
import { timestampSchema } from './timestamp.ts';

/** Gives the position, the estimated start and the reason for waiting, not just "queued". */
export const queuePositionSchema = z.object({
  state: z.string(),
  position: z.int().nullable(),
  /** Number of runs before it. */
  ahead: z.int(),
  estimated_start_at: timestampSchema.nullable(),
  reason: z.string(),
});
