import { z } from 'zod';
import { sha256Schema, uuidSchema } from '../attempt/attempt.ts';
import { QUALITIES, type RuleVerdict, type Verdict, type VerdictFlag } from './verdict.ts';

const score = z.number().min(0).max(1);
const count = z.int().nonnegative();

const FLAGS = [
  'no_recommendation',
  'unseen_product',
  'unknown_product',
  'duplicate_product',
  'too_many_products',
  'malformed_recommendation',
  'malformed_dialogue',
] as const satisfies readonly VerdictFlag[];

export const ruleVerdictSchema: z.ZodType<RuleVerdict> = z.strictObject({
  rule_set: z.enum(['production-strict', 'benchmark']),
  rule_set_version: z.int().positive(),
  scores: z.strictObject({
    gt: score,
    rule: score,
    product: score,
    title: score,
    price: score,
    service: score,
    'sku & attrs': score,
    format: score,
    length: score,
    shop: z.exactOptional(score),
    budget: z.exactOptional(score),
  }),
  success: z.boolean(),
  recommended: z.array(z.string()),
  flags: z.array(z.enum(FLAGS)),
});

const judgementSchema = z.strictObject({
  judge: z.string(),
  judge_version: count,
  models: z.array(z.string()),
  quality: z.literal(QUALITIES).nullable(),
  failed_gate: z.literal([1, 2, 3, 4]).nullable(),
  explanation: z.string(),
  evidence: z.array(z.strictObject({ gate: count, call: count, start: count, end: count, quote: z.string() })),
});

/** A verdict as it stands in a file. */
export const verdictSchema: z.ZodType<Verdict> = z.strictObject({
  version: z.literal(1),
  attempt_id: uuidSchema,
  problem_id: z.string(),
  problem_digest: sha256Schema,
  rules: ruleVerdictSchema,
  benchmark: ruleVerdictSchema,
  judgement: judgementSchema,
});
