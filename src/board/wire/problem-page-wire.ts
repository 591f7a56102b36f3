import { z } from 'zod';
import { attemptProblemSchema } from './attempt-wire.ts';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';
import { pageFields, paging } from './paging.ts';
import { timestampSchema } from './timestamp.ts';
import { failureSchema, problemStatusSchema } from './version-problems-wire.ts';

export const problemPageQuerySchema = z.object({
  ...paging(100, 500),
});

/** One attempt at a problem, with a result that the viewer may see. */
const problemAttemptSchema = z.object({
  eval_run_id: uuidSchema,
  agent_version_id: uuidSchema,
  agent_name: z.string(),
  version_number: z.int(),
  miner_hotkey: hotkeySchema,
  validator_hotkey: hotkeySchema,
  phase: phaseSchema,
  race_id: uuidSchema.nullable(),
  race_number: z.int().nullable(),
  is_included: z.boolean(),
  status: problemStatusSchema,
  /** Owner and reason of the failure, in words from a closed list. Older arenas leave it out. */
  failure: failureSchema.nullable().optional(),
  score: z.number().nullable(),
  reasoning_score: z.number().nullable(),
  execution_time: z.number().nullable(),
  completed_at: timestampSchema.nullable(),
  /** Whether the viewer may read its logs. */
  are_logs_shown: z.boolean(),
});

/** Where a problem was used, as far as public. */
const exposureSchema = z.object({
  suites: z.array(
    z.object({
      suite_id: z.int(),
      name: z.string(),
      is_active: z.boolean(),
      activated_at: timestampSchema.nullable(),
    }),
  ),
  /** Decided races whose draw is revealed. */
  races: z.array(z.object({ race_id: uuidSchema, race_number: z.int(), completed_at: timestampSchema.nullable() })),
  /** When and why it was excluded from later draws. */
  retired: z.object({ at: timestampSchema, reason: z.string() }).nullable(),
});

export const problemPageSchema = z.object({
  problem_id: uuidSchema,
  problem: attemptProblemSchema,
  exposure: exposureSchema,
  /** Over all attempts below; a version has solved the problem if one included run did. */
  versions: z.object({ tried: z.int(), solved: z.int() }),
  ...pageFields,
  /** Solved first, then newest first. */
  attempts: z.array(problemAttemptSchema),
});

/** The problems of one run in order. Results are null if the viewer may not see them. */
export const runProblemsSchema = z.object({
  eval_run_id: uuidSchema,
  problems: z.array(
    z.object({
      problem_id: uuidSchema,
      category: z.string(),
      difficulty: z.enum(['easy', 'medium', 'hard']),
      status: problemStatusSchema.nullable(),
      score: z.number().nullable(),
    }),
  ),
});

export type ProblemPageQuery = z.output<typeof problemPageQuerySchema>;
export type ProblemPageWire = z.infer<typeof problemPageSchema>;
export type ProblemAttemptWire = z.infer<typeof problemAttemptSchema>;
export type RunProblemsWire = z.infer<typeof runProblemsSchema>;
