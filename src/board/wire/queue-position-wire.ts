import { z } from 'zod';
import { timestampSchema } from './timestamp.ts';

/** Never only "queued": the place in the line, when it may start, and what it waits for. */
export const queuePositionSchema = z.object({
  state: z.string(),
  position: z.int().nullable(),
  /** How many runs come before it. */
  ahead: z.int(),
  estimated_start_at: timestampSchema.nullable(),
  reason: z.string(),
});
