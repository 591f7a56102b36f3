import { z } from 'zod';
import { timestampSchema } from './timestamp.ts';

/** Whether claims or submissions are stopped: by whom, why and until when. */
export const stopSchema = z.object({
  active: z.boolean(),
  reason: z.string().nullable(),
  paused_by: z.string().nullable(),
  paused_at: timestampSchema.nullable(),
  auto_release_at: timestampSchema.nullable(),
});

export type StopWire = z.infer<typeof stopSchema>;
