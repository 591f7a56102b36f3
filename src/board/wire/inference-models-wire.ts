import { z } from 'zod';
import { timestampSchema } from './timestamp.ts';

/** Dollars for a million tokens; `null` where the arena does not say. */
const price = z.number().nonnegative().nullable();

export const inferenceModelsSchema = z.object({
  models: z.array(z.string()),
  /** Whether they are simulated; an arena has simulated models or real ones, never both. */
  simulated: z.boolean().default(false),
  details: z
    .array(z.object({ id: z.string(), prompt_price: price, completion_price: price, answers_as: z.array(z.string()) }))
    .default([]),
  /** Names under which agents may also ask: a pattern with `*` to one of `models`; the first that fits counts. */
  aliases: z.record(z.string(), z.string()).default({}),
  /** Whether bad search parameters are ignored or find nothing, as in the reference, instead of 400 with a sentence. */
  search_compat: z.boolean().default(false),
});

export const rankedInferenceModelsSchema = z.object({
  models: z.array(z.object({ id: z.string(), rank_metric: z.record(z.string(), z.number()), healthy: z.boolean() })),
  ranked_by: z.string().nullable(),
  as_of: timestampSchema.nullable(),
});

export type InferenceModelsWire = z.infer<typeof inferenceModelsSchema>;
export type RankedInferenceModelsWire = z.infer<typeof rankedInferenceModelsSchema>;
