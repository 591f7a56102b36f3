import { z } from 'zod';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';
import { suiteIdQuerySchema } from './paging.ts';
import { timestampQuerySchema, timestampSchema } from './timestamp.ts';

const ofRuns = {
  suite_id: suiteIdQuerySchema.optional(),
  phase: phaseSchema.optional(),
  /** Range of completion times. */
  since: timestampQuerySchema.optional(),
  until: timestampQuerySchema.optional(),
};
const limit = (usual: number, most: number) => z.coerce.number().int().min(1).max(most).default(usual);

export const validatorScoresQuerySchema = z.object(ofRuns);

export const validatorScoresSchema = z.object({
  validators: z.array(
    z.object({
      validator_hotkey: hotkeySchema,
      /** Number of scored runs. */
      total_runs: z.int(),
      avg_score: z.number(),
      median_score: z.number(),
      stddev_score: z.number(),
      min_score: z.number(),
      max_score: z.number(),
      deviation_from_global: z.number(),
      /** More than two standard deviations of all runs away from their mean. */
      is_outlier: z.boolean(),
      avg_execution_seconds: z.number(),
      median_execution_seconds: z.number(),
      min_execution_seconds: z.number(),
      max_execution_seconds: z.number(),
      execution_deviation_pct: z.number(),
      /** At least 50 % slower than the average of all validators. */
      is_slow_outlier: z.boolean(),
      success_count: z.int(),
      failed_count: z.int(),
      timed_out_count: z.int(),
      success_rate: z.number(),
      last_failure_reason: z.string().nullable(),
      last_failure_at: timestampSchema.nullable(),
    }),
  ),
  global_avg_score: z.number(),
  global_stddev: z.number(),
  global_avg_execution_seconds: z.number(),
});

export const versionVarianceQuerySchema = z.object({
  ...ofRuns,
  variance_threshold: z.coerce.number().min(0).max(1).default(0.1),
  limit: limit(20, 500),
});

export const versionVarianceSchema = z.object({
  agent_versions: z.array(
    z.object({
      agent_version_id: uuidSchema,
      agent_name: z.string(),
      miner_hotkey: hotkeySchema,
      validator_count: z.int(),
      avg_score: z.number(),
      min_score: z.number(),
      max_score: z.number(),
      spread: z.number(),
      is_high_variance: z.boolean(),
      eval_work_item_id: uuidSchema,
      phase: phaseSchema,
      race_number: z.int().nullable(),
      per_validator: z.array(z.object({ validator_hotkey: hotkeySchema, score: z.number(), run_id: uuidSchema })),
    }),
  ),
  variance_threshold: z.number(),
});

export const validatorFailuresQuerySchema = z.object({ limit: limit(25, 500) });

export const validatorFailuresSchema = z.object({
  validator_hotkey: hotkeySchema,
  failures: z.array(
    z.object({
      eval_run_id: uuidSchema,
      agent_version_id: uuidSchema,
      status: z.enum(['FAILED', 'TIMED_OUT']),
      failure_reason: z.string().nullable(),
      completed_at: timestampSchema.nullable(),
    }),
  ),
  total: z.int(),
});

export const validatorResourcesQuerySchema = z.object({
  start: timestampQuerySchema,
  end: timestampQuerySchema,
  validator_hotkey: z.string().max(200).optional(),
  limit: limit(5_000, 5_000),
});

/** The latest sample of each validator; older samples are not kept here but by the scraper of `/metrics`. */
export const validatorResourcesSchema = z.object({
  samples: z.array(
    z.object({
      validator_hotkey: hotkeySchema,
      recorded_at: timestampSchema,
      cpu_pct: z.number().nullable(),
      ram_pct: z.number().nullable(),
      disk_pct: z.number().nullable(),
      docker_container_count: z.int().nullable(),
    }),
  ),
  count: z.int(),
});

export type ValidatorScoresQuery = z.output<typeof validatorScoresQuerySchema>;
export type ValidatorScoresWire = z.infer<typeof validatorScoresSchema>;
export type VersionVarianceQuery = z.output<typeof versionVarianceQuerySchema>;
export type VersionVarianceWire = z.infer<typeof versionVarianceSchema>;
export type ValidatorFailuresQuery = z.output<typeof validatorFailuresQuerySchema>;
export type ValidatorFailuresWire = z.infer<typeof validatorFailuresSchema>;
export type ValidatorResourcesQuery = z.output<typeof validatorResourcesQuerySchema>;
export type ValidatorResourcesWire = z.infer<typeof validatorResourcesSchema>;
