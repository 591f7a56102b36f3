import { z } from 'zod';
import { timestampSchema } from './timestamp.ts';

/** Graded attempts, counted once per agent version and problem, by UTC day. */
export const trajectoryHistorySchema = z.object({
  series: z.array(z.object({ date: z.iso.date(), distinct: z.int(), cumulative: z.int() })),
  total: z.int(),
  /** For the last finished day. */
  daily_rate: z.int(),
  /** For the last seven finished days. */
  weekly_rate: z.int(),
  updated_at: timestampSchema,
});

export type TrajectoryHistoryWire = z.infer<typeof trajectoryHistorySchema>;
