import { z } from 'zod';
import { momentSchema } from './moment.ts';

/** Whether claims or submissions are stopped: by whom, why and until when. */
export const stopSchema = z.object({
  active: z.boolean(),
  reason: z.string().nullable(),
  paused_by: z.string().nullable(),
  paused_at: momentSchema.nullable(),
  auto_release_at: momentSchema.nullable(),
});

export type StopWire = z.infer<typeof stopSchema>;
