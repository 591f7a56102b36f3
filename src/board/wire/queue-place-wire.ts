import { z } from 'zod';
import { momentSchema } from './moment.ts';

/** Never only "queued": the place in the line, when it may start, and what it waits for. */
export const queuePlaceSchema = z.object({
  state: z.string(),
  position: z.int().nullable(),
  /** How many runs come before it. */
  ahead: z.int(),
  estimated_start_at: momentSchema.nullable(),
  reason: z.string(),
});
