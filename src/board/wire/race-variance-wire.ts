import { z } from 'zod';
import { hotkeySchema, uuidSchema } from './identifiers.ts';

/** How much validators differ on the same racer. A pair is a racer scored by at least two of them. */
export const raceVarianceSchema = z.object({
  race_id: uuidSchema,
  race_number: z.int(),
  n_pairs: z.int(),
  mean_spread: z.number().nullable(),
  median_spread: z.number().nullable(),
  max_spread: z.number().nullable(),
  /** How many pairs differ by at least this many percentage points. */
  spread_buckets: z.array(z.object({ threshold_pp: z.number(), count: z.int(), pct: z.number() })),
  validators: z.array(
    z.object({
      validator_hotkey: hotkeySchema,
      validator_name: z.string().nullable(),
      pairs_evaluated: z.int(),
      mean_delta_vs_peers: z.number(),
      std_dev: z.number(),
      mean_score: z.number(),
    }),
  ),
});

export type RaceVarianceWire = z.infer<typeof raceVarianceSchema>;
