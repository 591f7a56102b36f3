import { z } from 'zod';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';
import { timestampSchema } from './timestamp.ts';

export const runStatusSchema = z.enum(['CANCELLED', 'CLAIMED', 'FAILED', 'RUNNING', 'STALE', 'SUCCESS', 'TIMED_OUT']);
export const failureOwnerSchema = z.enum(['agent', 'validator', 'platform']);

/** Numbers only: any other values that a validator reports are not published. */
const componentsSchema = z.record(z.string(), z.number());

export const sandboxSchema = z.object({
  exit_code: z.number().nullable(),
  duration_seconds: z.number().nullable(),
  /** Only for viewers that may read the logs. */
  stderr_tail: z.string().nullable(),
});

const outcomeFields = {
  status: runStatusSchema,
  claimed_at: timestampSchema,
  completed_at: timestampSchema.nullable(),
  /** The validator's text for viewers that may read the logs, otherwise a generic one. */
  failure_reason: z.string().nullable(),
  /** Owner of the failure; only an agent's own failures count against it. */
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

/** A run with its lease, in the form that the platform's clients expect as the answer to an invalidation. */
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
  /** 0 throughout a race run: when each problem was finished is not public. */
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
