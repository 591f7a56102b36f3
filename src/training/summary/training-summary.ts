import { z } from 'zod';

/** Under this name in the folder of a run; the arena publishes the newest. */
export const SUMMARY_FILE = 'summary.json';

/** Names and numbers only: it is public, so no path, no address and no problem has a place in it. */
const text = z.string().min(1).max(200);

const measured = z.object({
  value: z.number(),
  /** Where it would lie 95 times in 100. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
});

const stage = z.object({
  stage: text,
  /** Whether its training came to its end; `null` for a model that was only measured. */
  ended: z.enum(['done', 'deadline', 'early', 'kl', 'nan']).nullable(),
  /** By the name of what was measured, for example "pass@1". */
  measures: z.record(text, measured),
});

const curve = z.object({
  stage: text,
  what: z.enum(['loss', 'held-out loss', 'reward']),
  points: z.array(z.object({ step: z.number(), value: z.number() })).max(100_000),
});

/** The same recipe with one thing changed. */
const ablation = z.object({
  changed: text,
  measure: text,
  /** Against the same without the change; below zero the change was for the worse. */
  difference: measured,
  /** That chance alone makes a difference this large, after counting all that was tried. */
  probability: z.number().min(0).max(1),
});

/** A part of the recipe without a result. A closed list of reasons: the text of an error may contain private names. */
const notRun = z.object({
  what: text,
  why: z.enum(['left out', 'to come', 'no time left', 'nothing to learn from', 'failed']),
});

/** An evaluation that its own limit, the clock or an interrupt ended; what is there is kept. */
const incomplete = z.object({
  stage: text,
  measured: z.int().nonnegative(),
  expected: z.int().positive(),
  remedy: z.literal('the same command goes on with it'),
});

/** What a training run says of itself in public. */
export const trainingSummarySchema = z.object({
  recipe: text,
  /** What the recipe says of itself: a small model shows that the machinery works, and little else. */
  about: z.string().max(1_000).nullable(),
  model: text,
  /** What it was before; the same name where it is all there is to say. */
  base_model: text,
  trained_at: z.iso.datetime(),
  /** The corpus it was trained on. */
  corpus: text,
  /** What of its food was made by simulated models, wholly or in part: such numbers say nothing of real ones. */
  simulated: z.array(z.enum(['corpus', 'teacher'])),
  /** What it was measured on: problems, and tries at each. */
  measured_on: z.object({ suite: text, problems: z.int().nonnegative(), tries: z.int().nonnegative() }),
  /** In the order of training, the untrained model first. */
  stages: z.array(stage).max(50),
  curves: z.array(curve).max(50),
  ablations: z.array(ablation).max(200),
  not_run: z.array(notRun).max(50),
  /** Measured in part, so that some rates are not given; not there where all of it is measured. */
  incomplete: z.array(incomplete).max(50).optional(),
});

export type TrainingSummary = z.infer<typeof trainingSummarySchema>;
export type TrainingStage = z.infer<typeof stage>;
export type TrainingCurve = z.infer<typeof curve>;
export type TrainingAblation = z.infer<typeof ablation>;
export type IncompleteEvaluation = z.infer<typeof incomplete>;
export type NotRun = z.infer<typeof notRun>;
