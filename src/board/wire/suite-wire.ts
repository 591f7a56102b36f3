import { z } from 'zod';
import { uuidSchema } from './identifiers.ts';
import { timestampSchema } from './timestamp.ts';

export const suiteSchema = z.object({
  suite_id: z.int(),
  suite_version: z.int(),
  is_active: z.boolean(),
  name: z.string(),
  /** Whether its problems are public. */
  is_public: z.boolean(),
  problem_count: z.int(),
  created_at: timestampSchema,
  activated_at: timestampSchema.nullable(),
});

export const suitesSchema = z.array(suiteSchema);

/** What a contestant may see of a problem: nothing that leads to its answer. */
export const suiteProblemSchema = z.object({
  problem_id: uuidSchema,
  suite_id: z.int(),
  metadata: z.object({
    query: z.string(),
    category: z.enum(['Product', 'Shop', 'Voucher']),
    difficulty: z.enum(['easy', 'medium', 'hard']),
  }),
});

export const suiteProblemsSchema = z.object({ suite: suiteSchema, problems: z.array(suiteProblemSchema) });

/**
 * `include_embeddings` is accepted for clients that send it, and has no effect: embeddings are made from the answers'
 * titles.
 */
export const suiteProblemsQuerySchema = z.object({ include_embeddings: z.stringbool().default(false) });

export type SuiteWire = z.infer<typeof suiteSchema>;
export type SuiteProblemsWire = z.infer<typeof suiteProblemsSchema>;
