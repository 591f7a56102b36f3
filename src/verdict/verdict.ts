import { z } from 'zod';
import { sha256Schema, uuidSchema } from '../attempt/attempt.ts';
import { ruleScoresSchema } from './score-fields.ts';

const count = z.int().nonnegative();

/** Warnings that do not change a score, with what they mean for the author of the agent. */
export const FLAG_MEANINGS = {
  no_recommendation: 'No product was recommended.',
  unseen_product: 'A recommended product was in no recorded result.',
  unknown_product: 'A recommended product is not in the market.',
  duplicate_product: 'A product was recommended more than once.',
  too_many_products: 'More products were recommended than the request asks for.',
  malformed_recommendation: 'The arguments of the recommendation do not have the documented form.',
  malformed_dialogue:
    'The returned dialogue does not have the documented form. It is graded here, but the scorer of ORO stops at it and counts the problem as failed.',
} as const;
export type VerdictFlag = keyof typeof FLAG_MEANINGS;
export const FLAGS = Object.keys(FLAG_MEANINGS) as readonly VerdictFlag[];

export const ruleVerdictSchema = z.strictObject({
  /** The rules applied; `production-strict` is ORO's scorer, `benchmark` ShoppingBench's. */
  rule_set: z.enum(['production-strict', 'benchmark']),
  rule_set_version: z.int().positive(),
  /** How titles were compared. Absent before version 2; then by words, with other thresholds. */
  titles: z.strictObject({ measure: z.string().min(1).max(300), threshold: z.number() }).optional(),
  scores: ruleScoresSchema,
  success: z.boolean(),
  /** The scored product ids, in order. */
  recommended: z.array(z.string()).readonly(),
  flags: z.array(z.enum(FLAGS)).readonly(),
  /** Scored ids that no recorded result showed, for which `success` was withheld; absent if there are none. */
  not_shown: z.exactOptional(z.array(z.string()).readonly()),
});
export type RuleVerdict = Readonly<z.infer<typeof ruleVerdictSchema>>;
export type RuleSetName = RuleVerdict['rule_set'];

/** Position of a judge's evidence: a range of characters in the text of a recorded call. */
const evidenceSchema = z.strictObject({
  gate: count,
  /** Sequence number of the recorded call. */
  call: count,
  start: count,
  end: count,
  quote: z.string(),
});
export type Evidence = Readonly<z.infer<typeof evidenceSchema>>;

export const QUALITIES = [0.1, 0.3, 0.5, 0.7, 0.9] as const;
export type Quality = (typeof QUALITIES)[number];

/** Reasoning grade of an attempt. `quality` is `null` if no judge could grade it, which is never the agent's fault. */
const judgementSchema = z.strictObject({
  judge: z.string(),
  judge_version: count,
  /** Models that were called; none for the gate judge. */
  models: z.array(z.string()).readonly(),
  quality: z.literal(QUALITIES).nullable(),
  /** The first gate that was not passed; `null` if all were passed or the attempt was not judged. */
  failed_gate: z.literal([1, 2, 3, 4]).nullable(),
  explanation: z.string(),
  evidence: z.array(evidenceSchema).readonly(),
});
export type Judgement = Readonly<z.infer<typeof judgementSchema>>;

/** All conclusions about one attempt, as stored in a file. */
export const verdictSchema = z.strictObject({
  version: z.literal(1),
  attempt_id: uuidSchema,
  problem_id: z.string(),
  /** Hash of the answer key used, so that a corrected key can be recognised as another. */
  problem_digest: sha256Schema,
  /** By the rule set that ranks; `benchmark` is by the other. */
  rules: ruleVerdictSchema,
  benchmark: ruleVerdictSchema,
  judgement: judgementSchema,
});
export type Verdict = Readonly<z.infer<typeof verdictSchema>>;
