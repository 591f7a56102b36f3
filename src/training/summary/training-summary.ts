import { z } from 'zod';

/** File name in the folder of a run. The arena publishes the newest. */
export const SUMMARY_FILE = 'summary.json';

/** Public, so only names and numbers: no paths, addresses or problems. */
const text = z.string().min(1).max(200);

const measured = z.object({
  value: z.number(),
  /** 95 % confidence interval. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
});

const stage = z.object({
  stage: text,
  /** How training ended; `null` for a model that was only measured. */
  ended: z.enum(['done', 'deadline', 'early', 'kl', 'nan']).nullable(),
  /** By name of the measure, for example "pass@1". */
  measures: z.record(text, measured),
});

const curve = z.object({
  stage: text,
  what: z.enum(['loss', 'held-out loss', 'reward']),
  points: z.array(z.object({ step: z.number(), value: z.number() })).max(100_000),
});

/** A comparison with the same recipe after one change. */
const ablation = z.object({
  changed: text,
  measure: text,
  /** Difference to the recipe without the change; negative if the change made it worse. */
  difference: measured,
  /** Probability of a difference this large by chance, corrected for all comparisons made. */
  probability: z.number().min(0).max(1),
});

/**
 * A part of the recipe without a result. The reasons are a closed list, because an error's text may contain private
 * names.
 */
const notRun = z.object({
  what: text,
  why: z.enum(['left out', 'to come', 'no time left', 'nothing to learn from', 'failed']),
});

/** An evaluation ended by its own limit, the deadline or an interrupt. Its episodes are kept. */
const incomplete = z.object({
  stage: text,
  measured: z.int().nonnegative(),
  expected: z.int().positive(),
  remedy: z.literal('the same command goes on with it'),
});

/** The public summary of a training run. */
export const trainingSummarySchema = z.object({
  recipe: text,
  /** Description from the recipe. A small model shows that the pipeline works, and little else. */
  about: z.string().max(1_000).nullable(),
  model: text,
  /** The model before training; the same name if nothing else is known. */
  base_model: text,
  trained_at: z.iso.datetime(),
  /** The corpus it was trained on. */
  corpus: text,
  /** Parts of the training data made wholly or partly by simulated models. Such numbers do not apply to real models. */
  simulated: z.array(z.enum(['corpus', 'teacher'])),
  /** Suite of the measurements, its number of problems, and tries per problem. */
  measured_on: z.object({ suite: text, problems: z.int().nonnegative(), tries: z.int().nonnegative() }),
  /** In training order, the untrained model first. */
  stages: z.array(stage).max(50),
  curves: z.array(curve).max(50),
  ablations: z.array(ablation).max(200),
  not_run: z.array(notRun).max(50),
  /** Incomplete measurements, for which some rates are omitted. Absent if everything is measured. */
  incomplete: z.array(incomplete).max(50).optional(),
});

export type TrainingSummary = z.infer<typeof trainingSummarySchema>;
export type TrainingStage = z.infer<typeof stage>;
export type TrainingCurve = z.infer<typeof curve>;
export type TrainingAblation = z.infer<typeof ablation>;
export type IncompleteEvaluation = z.infer<typeof incomplete>;
export type NotRun = z.infer<typeof notRun>;
