import { z } from 'zod';

const counts = z.object({ solved: z.int(), of: z.int() });

/**
 * Success on public problems compared with unpublished twins, over the runs of the evaluation. Only these numbers are
 * public of the twins.
 */
export const twinComparisonSchema = z.object({
  state: z.enum(['not_compared', 'no_difference', 'memorises']),
  public: counts.nullable(),
  twins: counts.nullable(),
  /** Probability of such a difference by chance. Up to `limit`, a large enough difference marks the version. */
  probability: z.number().nullable(),
  limit: z.number().nullable(),
  /** The score on public problems, if the final score is that of the twins. */
  score_on_public: z.number().nullable(),
  /** Why it is marked; null if it is not. */
  reason: z.string().nullable(),
});

export type TwinComparisonWire = z.infer<typeof twinComparisonSchema>;
