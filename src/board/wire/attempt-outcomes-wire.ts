import { z } from 'zod';
import { phaseSchema, uuidSchema } from './identifiers.ts';
import { failureOwnerSchema } from './run-wire.ts';

/** Failed attempts with the same code, exception and line. */
const attemptFailureSchema = z.object({
  phase: phaseSchema,
  race_number: z.int().nullable(),
  owner: failureOwnerSchema.nullable(),
  /** Null for a wrong answer. */
  code: z.string().nullable(),
  reason: z.string(),
  /** Exception of the first attempt of the group; null if there was none or its text is hidden. */
  exception: z.string().nullable(),
  /** Line in the agent's file. */
  line: z.int().nullable(),
  count: z.int(),
  /** The first of these attempts. */
  example: z.object({ eval_run_id: uuidSchema, problem_id: uuidSchema, attempt_id: z.string().nullable() }),
});

/** How the attempts of a version ended, as far as its owner may see. */
export const attemptOutcomesSchema = z.object({
  /** Attempts with a visible result. */
  attempts: z.int(),
  failed: z.int(),
  failures: z.array(attemptFailureSchema),
  refused_model_calls: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** The judge's most frequent opinions. */
  judged: z.array(z.object({ quality: z.number().nullable(), reason: z.string(), count: z.int() })),
});

export type AttemptFailureWire = z.infer<typeof attemptFailureSchema>;
export type AttemptOutcomesWire = z.infer<typeof attemptOutcomesSchema>;
