import { z } from 'zod';

const counted = z.object({ name: z.string(), rows: z.number() });

/** What a release shows of itself on a page, beside its files. */
export const releaseSummarySchema = z.object({
  name: z.string(),
  built_at: z.iso.datetime(),
  /** Whose clock `built_at` is of; older releases leave it out. */
  built_clock: z.enum(['arena', 'real']).optional(),
  config_fingerprint: z.string(),
  /** From attempts to rows, in order; each stage holds what the one before it let through. */
  funnel: z.array(
    z.object({
      stage: z.string(),
      rows: z.number(),
      /** Each row once, under the reason that decided. */
      lost: z.array(
        z.object({
          reason: z.string(),
          rows: z.number(),
          /** Rows that the reason applied to, whichever decided. Releases of older versions do not say. */
          applied: z.exactOptional(z.number()),
          /** Quarantined rows could not be read or trusted; `separate` ones are in files of their own. */
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
