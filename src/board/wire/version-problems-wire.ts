import { z } from 'zod';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';
import { pageFields, paging } from './paging.ts';
import { failureOwnerSchema } from './run-wire.ts';
import { timestampSchema } from './timestamp.ts';

export const problemStatusSchema = z.enum(['FAILED', 'PENDING', 'RUNNING', 'SKIPPED', 'SUCCESS', 'TIMED_OUT']);

export const versionProblemsQuerySchema = z.object({
  phase: phaseSchema.optional(),
  race_id: z.guid().optional(),
  ...paging(500, 500),
});

/** In words from a closed list. `owner` is null if it is unknown. */
export const failureSchema = z.object({
  owner: failureOwnerSchema.nullable(),
  code: z.string().nullable(),
  reason: z.string(),
});

const validatorResultSchema = z.object({
  eval_run_id: uuidSchema,
  /** Id for requesting its feedback. Older arenas leave it out. */
  episode_result_id: uuidSchema.optional(),
  validator_hotkey: hotkeySchema,
  is_included: z.boolean(),
  status: problemStatusSchema,
  score: z.number().nullable(),
  /** Numbers are public; a judge's text is only for viewers that may read the logs. */
  score_components: z.record(z.string(), z.json()).nullable(),
  reasoning_score: z.number().nullable(),
  failure: failureSchema.nullable(),
  updated_at: timestampSchema,
  inference_failure_count: z.int().nullable(),
  inference_total: z.int().nullable(),
  execution_time: z.number().nullable(),
});

export const versionProblemsSchema = z.object({
  agent_version_id: uuidSchema,
  suite_id: z.int().nullable(),
  ...pageFields,
  problems: z.array(
    z.object({
      problem_id: uuidSchema,
      category: z.string(),
      phase: phaseSchema,
      race_id: uuidSchema.nullable(),
      /**
       * `totals`: a race problem that may be drawn again; only the totals of each run are public. Older arenas leave it
       * out.
       */
      results_shown: z.enum(['each', 'totals', 'none']).optional(),
      validator_results: z.array(validatorResultSchema),
    }),
  ),
});

export type VersionProblemsQuery = z.output<typeof versionProblemsQuerySchema>;
export type FailureWire = z.infer<typeof failureSchema>;
export type ValidatorResultWire = z.infer<typeof validatorResultSchema>;
export type VersionProblemsWire = z.infer<typeof versionProblemsSchema>;
