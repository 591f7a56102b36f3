import { z } from 'zod';
import { DEFAULT_MAX_OBSERVATION, LEAST_MAX_OBSERVATION } from '../../evaluation/harness.ts';
import { STAGE_TABLE } from '../stages/stage-table.ts';
import type { TrainingStage } from '../stages/training-stage.ts';
import { withDefaultStages } from './default-stages.ts';
import { count, samples, seconds, share, some, text } from './recipe-fields.ts';
import { STAGES, STARTS, type Stage } from './stage.ts';

const optimiser = z.strictObject({
  learning_rate: z.number().positive().max(1),
  /** Share of all steps over which the learning rate rises to its maximum. */
  warmup_share: share,
  schedule: z.enum(['cosine', 'constant']),
  weight_decay: z.number().nonnegative(),
  /** Maximum gradient norm; larger gradients are scaled down to it. */
  clip: z.number().positive(),
  beta1: share,
  beta2: share,
});

const length = z.strictObject({
  epochs: some,
  most_steps: some.nullable(),
  tokens_per_step: some,
  /** As many tokens as fit into memory at once. */
  tokens_per_micro_batch: some,
});

const common = {
  start: z.enum(STARTS),
  optimiser,
  length,
  /** Wall-clock limit of the training itself. At the limit it stops with a usable adapter. */
  deadline_seconds: seconds,
};

type StageSchema<Definition> =
  Definition extends TrainingStage<infer Settings> ? z.ZodObject<typeof common & Settings, z.core.$strict> : never;

type StageSchemas = { readonly [Name in Stage]: StageSchema<(typeof STAGE_TABLE)[Name]> };

/** The settings of every stage: the common fields and its own. */
function stageSchemas(): StageSchemas {
  const schemas = STAGES.map((stage) => [stage, z.strictObject({ ...common, ...STAGE_TABLE[stage].settings })]);
  return Object.fromEntries(schemas);
}

const fields = z.strictObject({
  version: z.literal(1),
  name: z.string().regex(/^[\w.-]{1,60}$/, 'must be of letters, digits, dots and dashes'),
  about: text,
  seed: count,
  model: z.strictObject({
    name: text,
    /** A Hugging Face folder. `null` creates a tiny model from the rows, to test the pipeline. */
    folder: text.nullable(),
    /** Continues training from this adapter: the run's `base` is the model with it. */
    adapter: text.nullable().default(null),
    dtype: z.enum(['float32', 'bfloat16']),
    device: z.enum(['auto', 'cpu', 'cuda']),
    /** Recomputes activations instead of keeping them in memory. */
    gradient_checkpointing: z.boolean(),
  }),
  /** Pins the chat template. `null` uses the template of this installation and requires it for the rest of the run. */
  template_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex')
    .nullable(),
  suites: z.strictObject({
    train: text,
    dev: text,
    /** Not measured here. Training data must not share a leak cluster with these suites. */
    held_out: z.array(text),
    /** Number of problems to use, spread evenly over the suite; `null` uses all. */
    train_problems: some.nullable(),
    dev_problems: some.nullable(),
  }),
  harness: z.strictObject({
    tools: z.union([z.literal(4), z.literal(7)]),
    /** Maximum characters of a result that the model sees. */
    max_observation: z.int().min(LEAST_MAX_OBSERVATION).max(DEFAULT_MAX_OBSERVATION),
    max_turns: some,
    max_tokens: z.int().min(16),
    concurrency: some,
  }),
  context: z.int().min(64),
  over_context: z.enum(['drop', 'window']),
  /** `null` trains all weights. */
  lora: z.strictObject({ rank: some, alpha: z.number().positive() }).nullable(),
  /** Number of positions whose logits are in memory at once. */
  loss_chunk: some,
  checkpoint: z.strictObject({ every_seconds: some, every_steps: some }),
  evaluation: z.strictObject({
    ...samples.shape,
    /** Additional temperatures at which every stage is measured. 0 is the greedy episode. */
    temperatures: z.array(samples.shape.temperature).max(8).default([]),
    greedy: z.boolean(),
  }),
  /** Wall-clock limit of the whole run. At the limit it exports what it has. */
  deadline_seconds: seconds,
  /** Part of that limit, reserved for the export and the summary. */
  export_seconds: count,
  stages: z.strictObject(stageSchemas()),
});

/** One schema for recipes of any size. Every number that a stage depends on is a field. */
export const recipeSchema = z.preprocess(withDefaultStages, fields);

export type Recipe = z.infer<typeof recipeSchema>;
