import { z } from 'zod';
import { uuidSchema } from './identifiers.ts';

/**
 * Scores pooled over several races, by which other platforms choose the champion. We do not, so they are always null;
 * they are present because clients expect them.
 */
export const pooledFields = {
  weighted_score: z.number().nullable(),
  window: z
    .array(
      z.object({
        race_id: uuidSchema,
        race_number: z.int(),
        raw_score: z.number().nullable(),
        rank: z.int().nullable(),
        anchor: z.number(),
        delta: z.number(),
        is_seed: z.boolean(),
      }),
    )
    .nullable(),
};

export const NOT_POOLED = { weighted_score: null, window: null };
