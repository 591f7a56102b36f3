import { z } from 'zod';
import { wantedProbesSchema } from './agency-wire.ts';

/** What validators and the arena say to each other, field by field as clients of the original platform say it. */

const share = z.number().min(0).max(1);
const percent = z.number().min(0).max(100);
const count = z.int().min(0).max(1_000_000);
/** Texts are cut where they are kept; this only bounds what is read. */
const text = z.string().max(20_000);

const VERSION = /^[\w.:@/+-]*$/;

export const workReportSchema = z.object({
  /** They are public at once, so they are names and numbers, not sentences. */
  service_versions: z.record(z.string().max(100).regex(VERSION), z.string().max(100).regex(VERSION)).nullish(),
  cpu_pct: percent.nullish(),
  ram_pct: percent.nullish(),
  disk_pct: percent.nullish(),
  docker_container_count: count.nullish(),
});
export type WorkReport = z.output<typeof workReportSchema>;

export const claimedWorkSchema = z.object({
  eval_run_id: z.uuid(),
  agent_version_id: z.uuid(),
  suite_id: z.int(),
  lease_expires_at: z.string(),
  code_download_url: z.string(),
  chutes_access_token: z.string().nullish(),
  inference_token: z
    .object({ provider: z.string(), access_token: z.string(), base_url: z.string(), expires_at: z.string() })
    .nullish(),
  /** From here on Assay's own. */
  /**
   * There is no token because the contestant has no provider: `required` if it must have one, `removed` if it had one and
   * may only do without where the validator has models.
   */
  provider_missing: z.enum(['required', 'removed']).optional(),
  phase: z.enum(['QUALIFYING', 'RACE']),
  code_sha256: z.string(),
  heartbeat_seconds: z.number(),
  /** How titles are to be compared in this run; by words when an older arena does not say it. */
  titles: z.object({ measure: z.string().min(1).max(300), threshold: z.number() }).optional(),
  /** Probe attempts that the arena wants of this run; none when an older arena does not say it. */
  probes: wantedProbesSchema.optional(),
  /** How many excuses the version has in this run, as a share of the problems. */
  excuses: z.object({ share: z.number().min(0).max(1) }).optional(),
});

export const leaseSchema = z.object({ lease_expires_at: z.string() });

export const runProblemsSchema = z.object({
  problems: z.array(z.object({ problem_id: z.uuid(), suite_id: z.int(), metadata: z.record(z.string(), z.unknown()) })),
});

const problemUpdateSchema = z.object({
  problem_id: z.uuid(),
  status: z.enum(['PENDING', 'RUNNING', 'SUCCESS', 'FAILED', 'SKIPPED', 'TIMED_OUT']),
  score: share.nullish(),
  reasoning_score: share.nullish(),
  score_components_summary: z.record(z.string().max(100), z.unknown()).nullish(),
  inference_failure_count: count.nullish(),
  inference_total: count.nullish(),
  execution_time: z.number().min(0).max(1_000_000).nullish(),
  logs_s3_key: z.string().max(300).nullish(),
});
export type ProblemUpdate = z.output<typeof problemUpdateSchema>;

export const progressSchema = z.object({ problems: z.array(problemUpdateSchema).max(1_000) });
export const progressAnswerSchema = z.object({ accepted: z.boolean() });

export const presignSchema = z.object({
  eval_run_id: z.uuid(),
  problem_id: z.uuid(),
  content_length: z.int().min(1),
  content_type: z.string().max(100).default('application/json'),
});
export const presignAnswerSchema = z.object({
  upload_url: z.string(),
  results_s3_key: z.string(),
  expires_at: z.string(),
  method: z.literal('PUT'),
});

/** Attempts of a run that failed through no fault of the agent, and their outcome. */
const excuseReportSchema = z.object({
  /** All attempts of the run but probes. */
  attempts: count,
  /** Excused, and made again with the answers that they had got. */
  repeated: count,
  /** Counted as failed, because the version had no excuse left. */
  refused: count,
  /** Repeated attempts that asked something else than before. */
  departed: count,
  /** Outages behind the excuses: one ends every attempt under way. */
  outages: count,
  /** Excused attempts by fault. */
  reasons: z.record(
    z
      .string()
      .max(40)
      .regex(/^[A-Z_]+$/),
    count,
  ),
});
export type ExcuseReport = z.output<typeof excuseReportSchema>;

/** What shows that a run failed by a fault of the platform, beside the word of the validator. */
const failureConfirmationSchema = z.object({
  /**
   * `probe`: the validator's own request to the model failed. `traffic`: requests of other agents failed. `judges`: the
   * judges failed. `arena`: the arena itself did not answer.
   */
  by: z.enum(['probe', 'traffic', 'judges', 'arena']),
  /** Of the attempts that it ended. */
  receipt_hashes: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .max(1_000)
    .optional(),
});
export type FailureConfirmation = z.output<typeof failureConfirmationSchema>;

/** So many of 500 characters each fit into a request, however they are escaped. */
export const MOST_ERROR_OUTPUTS = 100;

const errorOutputSchema = z.object({
  problem_id: z.string().max(200),
  exit_code: z.int().nullish(),
  stderr_tail: text,
});

export const runCompletionSchema = z.object({
  terminal_status: z.enum(['SUCCESS', 'FAILED', 'TIMED_OUT']),
  validator_score: share.nullish(),
  score_components: z.record(z.string().max(100), z.number().nullable()).nullish(),
  results_s3_key: z.string().max(300).nullish(),
  failure_reason: text.nullish(),
  /** Assay's own: the fault that ended the run. Shown where `failure_reason` is hidden, because it cannot quote a problem. */
  failure_code: z
    .string()
    .max(40)
    .regex(/^[A-Z_]+$/)
    .nullish(),
  sandbox_metadata: z
    .object({
      exit_code: z.int().nullish(),
      duration_seconds: z.number().nullish(),
      stderr_tail: text.nullish(),
      /**
       * Assay's own: error output by problem, in the order of the problems. The arena keeps the first of a public problem; the
       * validator does not know which those are.
       */
      error_outputs: z.array(errorOutputSchema).max(MOST_ERROR_OUTPUTS).nullish(),
    })
    .nullish(),
  /** Assay's own: whose fault a run is that did not succeed. */
  failure_owner: z.enum(['agent', 'validator', 'platform']).nullish(),
  /** Without it a failure is the validator's and not the platform's. */
  failure_confirmation: failureConfirmationSchema.nullish(),
  excuses: excuseReportSchema.nullish(),
});
export type RunCompletion = z.output<typeof runCompletionSchema>;

export const completedRunSchema = z.object({
  eval_run_id: z.uuid(),
  status: z.string(),
  work_item: z.object({
    included_success_count: z.int(),
    required_successes: z.int(),
    is_closed: z.boolean(),
  }),
  agent_version_became_eligible: z.boolean(),
  final_score: z.number().nullable(),
});
