import { z } from 'zod';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';
import { timestampSchema } from './timestamp.ts';

export const runStatusSchema = z.enum(['CANCELLED', 'CLAIMED', 'FAILED', 'RUNNING', 'STALE', 'SUCCESS', 'TIMED_OUT']);
export const failureOwnerSchema = z.enum(['agent', 'validator', 'platform']);

/** Numbers alone: whatever a validator wrote beside them stays inside. */
const componentsSchema = z.record(z.string(), z.number());

export const sandboxSchema = z.object({
  exit_code: z.number().nullable(),
  duration_seconds: z.number().nullable(),
  /** Only for those who may read the logs. */
  stderr_tail: z.string().nullable(),
});

const outcomeFields = {
  status: runStatusSchema,
  claimed_at: timestampSchema,
  completed_at: timestampSchema.nullable(),
  /** In the validator's words for those who may read the logs, else in ours. */
  failure_reason: z.string().nullable(),
  /** Who answers for the failure; only the agent's own count against it. */
  failure_owner: failureOwnerSchema.nullable(),
  is_included: z.boolean(),
  invalidated_at: timestampSchema.nullable(),
  invalidation_reason: z.string().nullable(),
  score_components_summary: componentsSchema.nullable(),
  sandbox_metadata: sandboxSchema.nullable(),
  phase: phaseSchema,
  race_id: uuidSchema.nullable(),
  race_number: z.int().nullable(),
};

const runSchema = z.object({
  eval_run_id: uuidSchema,
  agent_version_id: uuidSchema,
  suite_id: z.int(),
  validator_hotkey: hotkeySchema,
  lease_expires_at: timestampSchema,
  last_heartbeat_at: timestampSchema.nullable(),
  invalidated_by: z.string().nullable(),
  validator_score: z.number().nullable(),
  reasoning_quality: z.number().nullable(),
  reasoning_coefficient: z.number().nullable(),
  service_versions: z.record(z.string(), z.string()).nullable(),
  ...outcomeFields,
});

export const runsSchema = z.array(runSchema);

export const runDetailSchema = z.object({
  eval_run_id: uuidSchema,
  agent_version_id: uuidSchema,
  agent_name: z.string(),
  miner_hotkey: hotkeySchema,
  version_number: z.int(),
  suite_id: z.int(),
  validator_hotkey: hotkeySchema,
  score: z.number().nullable(),
  ...outcomeFields,
});

/** A run with its lease, as the platform's clients read the answer to an invalidation. */
export const leasedRunSchema = runDetailSchema.extend({
  lease_expires_at: timestampSchema,
  last_heartbeat_at: timestampSchema.nullable(),
  invalidated_by: z.string().nullable(),
  validator_score: z.number().nullable(),
});

const runningEvaluationSchema = z.object({
  eval_run_id: uuidSchema,
  agent_version_id: uuidSchema,
  agent_name: z.string(),
  version_number: z.int(),
  miner_hotkey: hotkeySchema,
  validator_hotkey: hotkeySchema,
  status: runStatusSchema,
  started_at: timestampSchema,
  /** 0 throughout a race run: when each problem was done is not public. */
  progress_percent: z.number(),
  problems_done: z.int(),
  problems_total: z.int(),
  phase: phaseSchema,
  race_id: uuidSchema.nullable(),
});

export const runningEvaluationsSchema = z.array(runningEvaluationSchema);

export type RunWire = z.infer<typeof runSchema>;
export type RunDetailWire = z.infer<typeof runDetailSchema>;
export type LeasedRunWire = z.infer<typeof leasedRunSchema>;
export type RunningEvaluationWire = z.infer<typeof runningEvaluationSchema>;
