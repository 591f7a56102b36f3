import { z } from 'zod';
import { DEFAULT_MAX_OBSERVATION, LEAST_MAX_OBSERVATION } from '../../evaluation/harness/shorten-observation.ts';
import { STARTS } from './stage.ts';

const count = z.int().nonnegative();
const some = z.int().positive();
const share = z.number().min(0).max(1);
const seconds = z.number().positive().nullable();
const text = z.string().min(1);

const optimiser = z.strictObject({
  learning_rate: z.number().positive().max(1),
  /** Of all steps, over which the rate climbs to its full height. */
  warmup_share: share,
  schedule: z.enum(['cosine', 'constant']),
  weight_decay: z.number().nonnegative(),
  /** Longest gradient; longer ones are shortened to it. */
  clip: z.number().positive(),
  beta1: share,
  beta2: share,
});

const length = z.strictObject({
  epochs: some,
  most_steps: some.nullable(),
  tokens_per_step: some,
  /** As many as the memory holds at once. */
  tokens_per_micro_batch: some,
});

const common = {
  start: z.enum(STARTS),
  optimiser,
  length,
  /** Wall clock of the training itself; it then stops with a usable adapter. */
  deadline_seconds: seconds,
};

/** Episodes through the harness on train problems. */
const samples = z.strictObject({
  k: some,
  temperature: z.number().min(0).max(2),
  top_p: share,
  seed: count,
  deadline_seconds: seconds,
});

const sft = z.strictObject({
  ...common,
  rows: z.strictObject({
    /** Whose words stand before the first turn: those the student will be asked with, or the contestant's own. */
    prompt: z.enum(['harness', 'as-recorded']),
    outcomes: z.enum(['successes', 'all']),
    /** Rows that name a product which shortening took out of the student's sight. */
    unseen_products: z.enum(['drop', 'keep']),
    most_per_problem: some.nullable(),
    /** `problem` gives every row of a problem with n of them the weight 1/√n. */
    weighting: z.enum(['row', 'problem']),
  }),
});

/** Rows of an earlier stage among those of a later one. */
const original = {
  /** Least share of rows. */
  original_share: z.number().min(0).max(0.95),
  /** Least number, as far as there are so many: a start from the base with a handful of rows learns nothing. */
  original_least: count,
};

const rejection = z.strictObject({
  ...common,
  rows: z.strictObject({ samples, most_per_problem: some, ...original }),
});

const teacher = z.strictObject({
  ...common,
  rows: z.strictObject({
    /** `house`, or an OpenAI-compatible address up to and including `/v1`. */
    endpoint: z.union([z.literal('house'), z.url({ protocol: /^https?$/ })]),
    model: text,
    /** Only names of ours: a stranger's recipe must not send any other secret of this machine to the stranger's address. */
    api_key_env: z.string().regex(/^ASSAY_[A-Z0-9_]{1,100}$/, 'must be a name that begins with ASSAY_, in capitals'),
    concurrency: some,
    samples,
    /** All train problems, or those the student of stage 2 fails at least once in `student_samples`. */
    problems: z.enum(['all', 'failed']),
    student_samples: samples.nullable(),
    most_per_problem: some,
    /** Problems with a voucher are the hardest and count so many times. */
    voucher_weight: z.number().positive(),
    ...original,
  }),
});

const kto = z.strictObject({
  ...common,
  loss: z.strictObject({
    beta: z.number().positive(),
    desirable_weight: z.number().positive(),
    undesirable_weight: z.number().positive(),
    micro_batch: z.int().min(2),
  }),
  rows: z.strictObject({
    sources: z.array(z.enum(['samples', 'teacher', 'corpus'])).min(1),
    /** λ_D n_D / (λ_U n_U), reached by leaving rows out. */
    balance: z.number().min(0.5).max(2),
    most: some.nullable(),
  }),
});

const grpo = z.strictObject({
  ...common,
  loss: z.strictObject({
    group: z.int().min(2),
    clip: share,
    /** Constant, never the longest row of a batch. */
    length_normaliser: some,
    gamma: share,
    outcome_weight: z.number().nonnegative(),
    /** Measured KL to the start at which training stops. */
    kl_stop: z.number().positive(),
    /** Log-probabilities are of the policy itself; ratios to one that was sharpened or flattened would be wrong. */
    temperature: z.literal(1),
    states_per_step: some,
    teacher_state_steps: count,
    problems_per_step: some,
    rollout_steps: count,
    /** Steps between two refreshes of the policy that rolls out. */
    refresh_every: some,
    most_new_tokens: some,
    most_turns: some,
    importance_cap: z.number().positive(),
    step_weight: z.number().nonnegative(),
    step_weight_end: z.number().nonnegative(),
  }),
  axis_head: z.boolean(),
  rows: z.strictObject({
    most_states: some,
    /** Problems of own rollouts: those some samples of stage 2 solve and some do not, or all. */
    rollout_problems: z.enum(['mixed', 'all']),
  }),
});

/** One schema, whatever the size. Every number that a stage decides by is a field. */
export const recipeSchema = z.strictObject({
  version: z.literal(1),
  name: z.string().regex(/^[\w.-]{1,60}$/, 'must be of letters, digits, dots and dashes'),
  about: text,
  seed: count,
  model: z.strictObject({
    name: text,
    /** A Hugging Face folder; `null` makes a tiny model from the rows, for tests of the machinery. */
    folder: text.nullable(),
    dtype: z.enum(['float32', 'bfloat16']),
    device: z.enum(['auto', 'cpu', 'cuda']),
    /** Computes activations twice instead of keeping them. */
    gradient_checkpointing: z.boolean(),
  }),
  /** Pins the chat template; `null` takes the one of this installation and holds the run to it. */
  template_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex')
    .nullable(),
  suites: z.strictObject({
    train: text,
    dev: text,
    /** Measured by nobody here; nothing may be trained that shares a leak cluster with them. */
    held_out: z.array(text),
    /** The first so many of each; `null` takes all. */
    train_problems: some.nullable(),
    dev_problems: some.nullable(),
  }),
  harness: z.strictObject({
    tools: z.union([z.literal(4), z.literal(7)]),
    /** Characters of a result that a model gets to see. */
    max_observation: z.int().min(LEAST_MAX_OBSERVATION).max(DEFAULT_MAX_OBSERVATION),
    max_turns: some,
    max_tokens: z.int().min(16),
    concurrency: some,
  }),
  context: z.int().min(64),
  over_context: z.enum(['drop', 'window']),
  /** `null` trains all weights. */
  lora: z.strictObject({ rank: some, alpha: z.number().positive() }).nullable(),
  /** Positions whose logits are there at once. */
  loss_chunk: some,
  checkpoint: z.strictObject({ every_seconds: some, every_steps: some }),
  evaluation: z.strictObject({ ...samples.shape, greedy: z.boolean() }),
  /** Wall clock of the whole run; one that is out of time exports what it has. */
  deadline_seconds: seconds,
  /** Of that, kept for exporting and the summary. */
  export_seconds: count,
  stages: z.strictObject({ sft, rejection, teacher, kto, grpo }),
});

export type Recipe = z.infer<typeof recipeSchema>;

export type SampleSettings = z.infer<typeof samples>;

export type StageSettings<Name extends keyof Recipe['stages']> = Recipe['stages'][Name];
