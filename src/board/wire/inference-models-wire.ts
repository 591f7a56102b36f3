import { z } from 'zod';
import { timestampSchema } from './timestamp.ts';

/** Dollars per million tokens; `null` if the arena does not report it. */
const price = z.number().nonnegative().nullable();

export const inferenceModelsSchema = z.object({
  models: z.array(z.string()),
  /** Whether the models are simulated; an arena has either simulated or real models, never both. */
  simulated: z.boolean().default(false),
  details: z
    .array(z.object({ id: z.string(), prompt_price: price, completion_price: price, answers_as: z.array(z.string()) }))
    .default([]),
  /** Other names that agents may use: a pattern with `*` to one of `models`; the first match counts. */
  aliases: z.record(z.string(), z.string()).default({}),
  /**
   * Whether invalid search parameters are ignored or find nothing, as in the reference, instead of giving a 400 with a
   * message.
   */
  search_compat: z.boolean().default(false),
});

export const rankedInferenceModelsSchema = z.object({
  models: z.array(z.object({ id: z.string(), rank_metric: z.record(z.string(), z.number()), healthy: z.boolean() })),
  ranked_by: z.string().nullable(),
  as_of: timestampSchema.nullable(),
});

export type InferenceModelsWire = z.infer<typeof inferenceModelsSchema>;
export type RankedInferenceModelsWire = z.infer<typeof rankedInferenceModelsSchema>;
