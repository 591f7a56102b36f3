import { z } from 'zod';
import { momentSchema } from './moment.ts';

export const inferenceModelsSchema = z.object({ models: z.array(z.string()) });

export const rankedInferenceModelsSchema = z.object({
  models: z.array(z.object({ id: z.string(), rank_metric: z.record(z.string(), z.number()), healthy: z.boolean() })),
  ranked_by: z.string().nullable(),
  as_of: momentSchema.nullable(),
});

export type InferenceModelsWire = z.infer<typeof inferenceModelsSchema>;
export type RankedInferenceModelsWire = z.infer<typeof rankedInferenceModelsSchema>;
