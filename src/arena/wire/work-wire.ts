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
  /** Everybody sees them at once, so they are names and numbers and no sentences. */
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
  phase: z.enum(['QUALIFYING', 'RACE']),
  code_sha256: z.string(),
  heartbeat_seconds: z.number(),
  /** How titles are to be compared in this run; by words when an older arena does not say it. */
  titles: z.object({ measure: z.string().min(1).max(300), threshold: z.number() }).optional(),
  /** Probe attempts that the arena wants of this run; none when an older arena does not say it. */
  probes: wantedProbesSchema.optional(),
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

export const completionSchema = z.object({
  terminal_status: z.enum(['SUCCESS', 'FAILED', 'TIMED_OUT']),
  validator_score: share.nullish(),
  score_components: z.record(z.string().max(100), z.number().nullable()).nullish(),
  results_s3_key: z.string().max(300).nullish(),
  failure_reason: text.nullish(),
  sandbox_metadata: z
    .object({
      exit_code: z.int().nullish(),
      duration_seconds: z.number().nullish(),
      stderr_tail: text.nullish(),
    })
    .nullish(),
  /** Assay's own: whose fault a run is that did not succeed. */
  failure_owner: z.enum(['agent', 'validator', 'platform']).nullish(),
});
export type RunCompletion = z.output<typeof completionSchema>;

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
