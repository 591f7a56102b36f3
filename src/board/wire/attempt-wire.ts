import { z } from 'zod';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';
import { runStatusSchema } from './run-wire.ts';
import { timestampSchema } from './timestamp.ts';
import { failureSchema, problemStatusSchema } from './version-problems-wire.ts';

/**
 * Why there is no address: the problems of races are drawn again, the code is not released, it is but other validators
 * still run it, or nobody left anything.
 */
const missingLogSchema = z.enum([
  'race_problems_are_drawn_again',
  'not_released',
  'others_still_run',
  'nothing_uploaded',
]);

/** What a validator uploaded, as it did: packed, and not looked into by anybody yet. */
export const attemptLogSchema = z.union([
  z.object({
    download_url: z.string(),
    expires_at: timestampSchema,
    /** Of the file as it was uploaded. */
    sha256: z.string(),
    bytes: z.int(),
    missing: z.null(),
  }),
  z.object({
    download_url: z.null(),
    expires_at: z.null(),
    sha256: z.null(),
    bytes: z.null(),
    missing: missingLogSchema,
  }),
]);

/** How much was asked for of one product, and not what: the values lead to the answer. */
const askedItemSchema = z.object({
  price: z.boolean(),
  services: z.int(),
  options: z.int(),
  attributes: z.int(),
});

/** One product that was asked for: every accepted listing, and what was said about it. */
const answerItemSchema = z.object({
  product_id: z.string(),
  /** The listings that meet the query; null where title and constraints decide. */
  accepts: z.array(z.string()).nullable(),
  titles: z.array(z.string()),
  keyword: z.string().nullable(),
  /** Bounds are included; null where there is none. */
  price: z.object({ low: z.number().nullable(), high: z.number().nullable() }).nullable(),
  services: z.array(z.string()),
  options: z.record(z.string(), z.string()),
  attributes: z.record(z.string(), z.array(z.string())),
});

const answerSchema = z.object({
  items: z.array(answerItemSchema),
  /** After the voucher. */
  budget: z.number().nullable(),
});

export const attemptProblemSchema = z.object({
  category: z.enum(['product', 'shop', 'voucher']),
  difficulty: z.enum(['easy', 'medium', 'hard']),
  /** Null where the question itself is not public. */
  query: z.string().nullable(),
  asked: z.object({ items: z.array(askedItemSchema), voucher: z.boolean() }).nullable(),
  /** The answer key as it is stored: for the operator, and for everybody once the problem is out of use. */
  constraints: z.object({ reward: z.json(), voucher: z.json() }).nullable(),
  /** The same, read; null where `constraints` is. Older arenas leave it out. */
  answer: answerSchema.nullable().optional(),
});

const attemptResultSchema = z.object({
  status: problemStatusSchema,
  score: z.number().nullable(),
  reasoning_score: z.number().nullable(),
  /** Numbers for everybody; a judge's words for those who may read the logs. */
  score_components: z.record(z.string(), z.json()).nullable(),
  /** Whose fault it was and why, in words from a closed list. Older arenas leave it out. */
  failure: failureSchema.nullable().optional(),
  inference_failure_count: z.int().nullable(),
  inference_total: z.int().nullable(),
  execution_time: z.number().nullable(),
  updated_at: timestampSchema,
});

/** How much of what the agent did its model decided. */
const agencySchema = z.object({
  verdict: z.enum(['agentic', 'scripted', 'mixed']),
  /** In a sentence, what decided. */
  because: z.string(),
  /** Of the calls that were executed, those that the model had asked for. */
  share: z.number(),
});

/** Whether the corpus would take the attempt by itself, and by which rules it would not. */
const filterVerdictSchema = z.object({ accepted: z.boolean(), reasons: z.array(z.string()) });

export const attemptPageSchema = z.object({
  eval_run_id: uuidSchema,
  problem_id: uuidSchema,
  /** By which its feedback is asked for. Older arenas leave it out. */
  episode_result_id: uuidSchema.optional(),
  agent_version_id: uuidSchema,
  agent_name: z.string(),
  version_number: z.int(),
  /** Of the file that was submitted; null for those who may not read the logs. */
  code_sha256: z.string().nullable(),
  miner_hotkey: hotkeySchema,
  validator_hotkey: hotkeySchema,
  suite_id: z.int(),
  phase: phaseSchema,
  race_id: uuidSchema.nullable(),
  race_number: z.int().nullable(),
  run_status: runStatusSchema,
  is_included: z.boolean(),
  claimed_at: timestampSchema,
  completed_at: timestampSchema.nullable(),
  problem: attemptProblemSchema,
  /** Null while there is none, or none that the viewer may know: of a race problem until it is retired. */
  result: attemptResultSchema.nullable(),
  are_scores_public: z.boolean(),
  dialogue: attemptLogSchema,
  evidence: attemptLogSchema,
  /** Null for those who may not read the evidence, and where it cannot be read. */
  agency: agencySchema.nullable(),
  filter: filterVerdictSchema.nullable(),
});

export type AnswerWire = z.infer<typeof answerSchema>;
export type AttemptProblemWire = z.infer<typeof attemptProblemSchema>;
export type MissingLog = z.infer<typeof missingLogSchema>;
export type AttemptLogWire = z.infer<typeof attemptLogSchema>;
export type AttemptPageWire = z.infer<typeof attemptPageSchema>;
