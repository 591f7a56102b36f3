import { z } from 'zod';

const counted = z.object({ name: z.string(), rows: z.number() });

/** The information about a release that a page shows, besides its files. */
export const releaseSummarySchema = z.object({
  name: z.string(),
  built_at: z.iso.datetime(),
  /** The clock that `built_at` is from; absent in older releases. */
  built_clock: z.enum(['arena', 'real']).optional(),
  config_fingerprint: z.string(),
  /** From attempts to rows, in order. Each stage has the rows that passed the one before it. */
  funnel: z.array(
    z.object({
      stage: z.string(),
      rows: z.number(),
      /** Each row is counted once, under the deciding reason. */
      lost: z.array(
        z.object({
          reason: z.string(),
          rows: z.number(),
          /** Rows that the reason applied to, whether or not it decided. Absent in releases of older versions. */
          applied: z.exactOptional(z.number()),
          /** Quarantined rows could not be read or trusted. `separate` rows are in separate files. */
          kind: z.exactOptional(z.enum(['rejected', 'quarantined', 'separate', 'left out'])),
        }),
      ),
    }),
  ),
  composition: z.array(z.object({ by: z.string(), parts: z.array(counted) })),
  samples: z.array(
    z.object({
      id: z.string(),
      query: z.string(),
      split: z.string(),
      model: z.string(),
      simulated: z.boolean(),
      calls: z.number(),
      tokens: z.number(),
      success: z.boolean().nullable(),
      run_id: z.string().nullable(),
      problem_id: z.string(),
    }),
  ),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), rows: z.number().nullable(), sha256: z.string() })),
  /** Markdown. */
  card: z.string(),
});

export type ReleaseSummary = z.infer<typeof releaseSummarySchema>;
