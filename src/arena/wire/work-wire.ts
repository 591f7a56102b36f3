import { z } from 'zod';
import { wantedProbesSchema } from './agency-wire.ts';

/** Messages between validators and the arena, with the field names of the original platform's clients. */

const share = z.number().min(0).max(1);
const percent = z.number().min(0).max(100);
const count = z.int().min(0).max(1_000_000);
/** Texts are truncated when stored; this only limits what is read. */
const text = z.string().max(20_000);

const VERSION = /^[\w.:@/+-]*$/;

export const workReportSchema = z.object({
  /** Published immediately, so only names and numbers are allowed, not sentences. */
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
  /** From here on, extensions by Assay. */
  /**
   * There is no token because the contestant has no credential: `required` if it must have one; `removed` if it can
   * run where the validator has models.
   */
  provider_missing: z.enum(['required', 'removed']).optional(),
  phase: z.enum(['QUALIFYING', 'RACE']),
  code_sha256: z.string(),
  heartbeat_seconds: z.number(),
  /** How titles are compared in this run; by words if an older arena does not send it. */
  titles: z.object({ measure: z.string().min(1).max(300), threshold: z.number() }).optional(),
  /** Probe attempts that the arena requests for this run; none if an older arena does not send it. */
  probes: wantedProbesSchema.optional(),
  /** Limit on excuses in this run, as a share of the problems. */
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
  /** All attempts of the run except probes. */
  attempts: count,
  /** Excused, and repeated with the answers they had received. */
  repeated: count,
  /** Counted as failed because the version had no excuses left. */
  refused: count,
  /** Repeated attempts that sent different requests than before. */
  departed: count,
  /** Outages that caused the excuses; one outage ends every attempt in progress. */
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

/** Proof, beyond the validator's word, that the platform caused a run to fail. */
const failureConfirmationSchema = z.object({
  /**
   * `probe`: the validator's own request to the model failed. `traffic`: requests of other agents failed. `judges`: the
   * judges failed. `arena`: the arena itself did not answer.
   */
  by: z.enum(['probe', 'traffic', 'judges', 'arena']),
  /** Receipts of the attempts that the failure ended. */
  receipt_hashes: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .max(1_000)
    .optional(),
});
export type FailureConfirmation = z.output<typeof failureConfirmationSchema>;

/** This many outputs of 500 characters fit into a request, however they are escaped. */
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
  /**
   * Extension by Assay: the fault that ended the run. Shown where `failure_reason` is hidden, because it cannot quote a
   * problem.
   */
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
       * Extension by Assay: error output by problem, in problem order. The arena keeps the first one of a public
       * problem; the validator does not know which problems are public.
       */
      error_outputs: z.array(errorOutputSchema).max(MOST_ERROR_OUTPUTS).nullish(),
    })
    .nullish(),
  /** Extension by Assay: who is responsible for an unsuccessful run. */
  failure_owner: z.enum(['agent', 'validator', 'platform']).nullish(),
  /** Without it, a platform failure counts as the validator's. */
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
