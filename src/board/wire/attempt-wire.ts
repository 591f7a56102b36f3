import { z } from 'zod';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';
import { runStatusSchema } from './run-wire.ts';
import { timestampSchema } from './timestamp.ts';
import { failureSchema, problemStatusSchema } from './version-problems-wire.ts';

/**
 * Why there is no URL: race problems are drawn again, the code is not released, it is released but other validators
 * still run it, or no log was uploaded.
 */
const missingLogSchema = z.enum([
  'race_problems_are_drawn_again',
  'not_released',
  'others_still_run',
  'nothing_uploaded',
]);

/** A validator's upload, unchanged: compressed and not inspected yet. */
export const attemptLogSchema = z.union([
  z.object({
    download_url: z.string(),
    expires_at: timestampSchema,
    /** Hash of the file as uploaded. */
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

/** How many constraints one product has, but not their values, which lead to the answer. */
const askedItemSchema = z.object({
  price: z.boolean(),
  services: z.int(),
  options: z.int(),
  attributes: z.int(),
});

/** One requested product: every accepted listing and the stated constraints. */
const answerItemSchema = z.object({
  product_id: z.string(),
  /** Listings that meet the query; null if title and constraints decide. */
  accepts: z.array(z.string()).nullable(),
  titles: z.array(z.string()),
  keyword: z.string().nullable(),
  /** Bounds are inclusive; null if there is none. */
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
  /** Null if the query is not public. */
  query: z.string().nullable(),
  asked: z.object({ items: z.array(askedItemSchema), voucher: z.boolean() }).nullable(),
  /** The answer key as stored: for the operator, and for everyone once the problem is out of use. */
  constraints: z.object({ reward: z.json(), voucher: z.json() }).nullable(),
  /** The same, parsed; null if `constraints` is. Older arenas leave it out. */
  answer: answerSchema.nullable().optional(),
});

const attemptResultSchema = z.object({
  status: problemStatusSchema,
  score: z.number().nullable(),
  reasoning_score: z.number().nullable(),
  /** Numbers are public; a judge's text is only for viewers that may read the logs. */
  score_components: z.record(z.string(), z.json()).nullable(),
  /** Owner and reason of the failure, in words from a closed list. Older arenas leave it out. */
  failure: failureSchema.nullable().optional(),
  inference_failure_count: z.int().nullable(),
  inference_total: z.int().nullable(),
  execution_time: z.number().nullable(),
  updated_at: timestampSchema,
});

/** How much of the agent's actions its model decided. */
const agencySchema = z.object({
  verdict: z.enum(['agentic', 'scripted', 'mixed']),
  /** The deciding reason, as a sentence. */
  because: z.string(),
  /** Share of the executed calls that the model had requested. */
  share: z.number(),
});

/** Whether the corpus filter would accept the attempt on its own, and otherwise which rules reject it. */
const filterVerdictSchema = z.object({ accepted: z.boolean(), reasons: z.array(z.string()) });

export const attemptPageSchema = z.object({
  eval_run_id: uuidSchema,
  problem_id: uuidSchema,
  /** Id for requesting its feedback. Older arenas leave it out. */
  episode_result_id: uuidSchema.optional(),
  agent_version_id: uuidSchema,
  agent_name: z.string(),
  version_number: z.int(),
  /** Hash of the submitted file; null for viewers that may not read the logs. */
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
  /** Null if there is none, or none that the viewer may see, such as for a race problem that is not retired. */
  result: attemptResultSchema.nullable(),
  are_scores_public: z.boolean(),
  dialogue: attemptLogSchema,
  evidence: attemptLogSchema,
  /** Null for viewers that may not read the evidence, or if it is unreadable. */
  agency: agencySchema.nullable(),
  filter: filterVerdictSchema.nullable(),
});

export type AnswerWire = z.infer<typeof answerSchema>;
export type AttemptProblemWire = z.infer<typeof attemptProblemSchema>;
export type MissingLog = z.infer<typeof missingLogSchema>;
export type AttemptLogWire = z.infer<typeof attemptLogSchema>;
export type AttemptPageWire = z.infer<typeof attemptPageSchema>;
