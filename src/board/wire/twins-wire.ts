import { z } from 'zod';

const counts = z.object({ solved: z.int(), of: z.int() });

/**
 * Success on public problems against unpublished twins, counted over the runs of the evaluation. Of the twins only these numbers are
 * public.
 */
export const twinComparisonSchema = z.object({
  state: z.enum(['not_compared', 'no_difference', 'memorises']),
  public: counts.nullable(),
  twins: counts.nullable(),
  /** Probability of such a difference by chance, and the limit from which on downwards the version is marked. */
  probability: z.number().nullable(),
  limit: z.number().nullable(),
  /** What the public problems gave, where the final score is that of the twins. */
  score_on_public: z.number().nullable(),
  /** Why it is marked; null where it is not. */
  reason: z.string().nullable(),
});

export type TwinComparisonWire = z.infer<typeof twinComparisonSchema>;
