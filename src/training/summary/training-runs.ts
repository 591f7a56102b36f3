import { z } from 'zod';
import { rowMessageSchema } from '../../chat/schema.ts';
import { armsDocumentSchema } from '../ablation/arms-document.ts';
import { trainingSummarySchema } from './training-summary.ts';

/** `here`: presented by the operator as of this arena. `elsewhere`: measured on other machines, on other problems. */
const measuredSchema = z.enum(['here', 'elsewhere']);

const runFields = {
  run_id: z.string(),
  name: z.string(),
  measured: measuredSchema,
};

/** Training runs that can be viewed, newest first, and experiments that compare some of them. */
export const trainingRunsSchema = z.object({
  runs: z.array(
    z.object({
      ...runFields,
      ...trainingSummarySchema.pick({ recipe: true, model: true, corpus: true, trained_at: true, measured_on: true })
        .shape,
      /** Whether episodes of its stages were recorded. */
      has_samples: z.boolean(),
    }),
  ),
  experiments: z.array(
    z.object({ experiment_id: z.string(), name: z.string(), measured: measuredSchema, results: armsDocumentSchema }),
  ),
  /** Number of unreadable files. */
  unreadable: z.int(),
});

export const trainingRunSchema = z.object({
  ...runFields,
  summary: trainingSummarySchema,
  /** Problems with fully recorded episodes that may be shown. */
  sampled_problems: z.array(z.object({ problem_id: z.string(), category: z.string(), stages: z.int() })),
});

/** One episode of each stage at the same problem. */
export const trainingSamplesSchema = z.object({
  run_id: z.string(),
  problem_id: z.string(),
  suite: z.string(),
  samples: z.array(
    z.object({
      stage: z.string(),
      mode: z.enum(['greedy', 'sampled']),
      sample: z.int(),
      success: z.boolean(),
      ending: z.string(),
      failure: z.string().nullable(),
      messages: z.array(rowMessageSchema),
    }),
  ),
});

export type TrainingRuns = z.infer<typeof trainingRunsSchema>;
export type TrainingRun = z.infer<typeof trainingRunSchema>;
export type TrainingSamples = z.infer<typeof trainingSamplesSchema>;
