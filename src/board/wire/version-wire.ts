import { z } from 'zod';
import { licenceSchema } from '../../arena/browser.ts';
import { versionAgencySchema } from './agency-wire.ts';
import { attemptOutcomesSchema } from './attempt-outcomes-wire.ts';
import { findingSchema } from './finding-wire.ts';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';
import { intervalSchema } from './interval.ts';
import { pooledFields } from './pooled-window.ts';
import { queuePositionSchema } from './queue-position-wire.ts';
import { timestampSchema } from './timestamp.ts';
import { twinComparisonSchema } from './twins-wire.ts';

export const versionStateSchema = z.enum(['RECEIVED', 'QUEUED', 'RUNNING', 'ELIGIBLE', 'DISCARDED', 'CANCELLED']);

/** The state of a version in the competition as a single value, so that clients need not derive it from six flags. */
export const versionPhaseSchema = z.enum([
  /** No score yet. */
  'EVALUATION',
  /** Scored on a suite that is no longer active. */
  'RETIRED',
  'BELOW_THRESHOLD',
  'OUTRANKED',
  'QUALIFIED',
  'RACING',
  'TOP',
  'ELIMINATED',
  'DISCARDED',
  'CANCELLED',
  'BANNED',
]);

/** A version whose code is public. */
export const versionPublicSchema = z.object({
  agent_version_id: uuidSchema,
  agent_id: uuidSchema,
  agent_name: z.string(),
  miner_hotkey: hotkeySchema,
  version_number: z.int(),
  submitted_at: timestampSchema,
  released_at: timestampSchema,
  code_available_at: timestampSchema,
  code_sha256: z.string(),
  code_bytes: z.int(),
  licence: licenceSchema.nullable(),
  suite_id: z.int().nullable(),
  latest_final_score: z.number().nullable(),
});

/** Calls and seconds that validators report for qualifying runs. They report neither tokens nor money. */
const versionCostSchema = z.object({
  runs: z.int(),
  /** Problems with a result, summed over runs. */
  results: z.int(),
  inference_calls: z.int(),
  failed_inference_calls: z.int(),
  execution_seconds: z.number(),
});

/** Attempts that failed through no fault of the agent, from runs whose scores are public. */
const versionExcusesSchema = z.object({
  /** Number of runs that reported. */
  runs: z.int(),
  attempts: z.int(),
  /** Attempts repeated with the answers they had already received. */
  repeated: z.int(),
  /** Attempts counted as failed because the version had no excuse left. */
  refused: z.int(),
  /** Repeated attempts that sent different requests than before. */
  departed: z.int(),
  outages: z.int(),
  /** Repeated attempts by fault code. */
  reasons: z.record(z.string(), z.int()),
  /** Outages are excused for at most this share of a run's problems. */
  allowed_share: z.number(),
});

export const versionStatusSchema = z.object({
  agent_version_id: uuidSchema,
  agent_id: uuidSchema,
  agent_name: z.string(),
  miner_hotkey: hotkeySchema,
  version_number: z.int(),
  submitted_at: timestampSchema,
  state: versionStateSchema,
  phase: versionPhaseSchema,
  eliminated_at: timestampSchema.nullable(),
  eliminated_in_race_number: z.int().nullable(),
  suite_id: z.int().nullable(),
  required_successes: z.int(),
  success_count: z.int(),
  active_count: z.int(),
  is_closed: z.boolean(),
  final_score: z.number().nullable(),
  score_interval: intervalSchema.nullable(),
  success_rate: z.number().nullable(),
  reasoning_coefficient: z.number().nullable(),
  race_score: z.number().nullable(),
  release_state: z.enum(['HIDDEN', 'RELEASED']),
  code_available_at: timestampSchema.nullable(),
  /** Licence for training data from its attempts; null if it was submitted before licences existed. */
  licence: licenceSchema.nullable(),
  /** When its contestant withdrew its attempts from later corpus releases; older arenas leave it out. */
  corpus_withdrawn_at: timestampSchema.nullable().optional(),
  per_validator_success_scores: z.record(z.string(), z.number()).nullable(),
  is_active_qualifier: z.boolean(),
  outranked_by_agent_version_id: uuidSchema.nullable(),
  /** The score the version needs to race. */
  qualifying_threshold: z.number().nullable(),
  ...pooledFields,
  /** Why it was removed; public. */
  removal_reason: z.string().nullable(),
  queue: queuePositionSchema,
  /** Cost of running it in qualifying so far, from runs whose scores the viewer may see. */
  cost: versionCostSchema,
  /** Who decides in it; `reports` is 0 for a version that was not probed. Older arenas leave it out. */
  agency: versionAgencySchema.optional(),
  /** Whether it memorises public answers; older arenas leave it out. */
  twins: twinComparisonSchema.optional(),
  /** Older arenas leave it out. */
  excuses: versionExcusesSchema.optional(),
});

/** Additional fields for its owner. */
export const ownVersionStatusSchema = versionStatusSchema.extend({
  is_flagged: z.boolean(),
  findings: z.array(findingSchema),
  /** How its attempts ended; older arenas leave it out. */
  attempts: attemptOutcomesSchema.optional(),
  /** Runs that ended without a score. */
  failures: z.array(
    z.object({
      eval_run_id: uuidSchema,
      phase: phaseSchema,
      race_number: z.int().nullable(),
      validator_hotkey: hotkeySchema,
      status: z.string(),
      failure_reason: z.string().nullable(),
      failure_owner: z.enum(['agent', 'validator', 'platform']).nullable(),
      completed_at: timestampSchema.nullable(),
    }),
  ),
});

export type VersionPublicWire = z.infer<typeof versionPublicSchema>;
export type VersionStatusWire = z.infer<typeof versionStatusSchema>;
export type VersionCostWire = z.infer<typeof versionCostSchema>;
export type OwnVersionStatusWire = z.infer<typeof ownVersionStatusSchema>;
export type VersionExcusesWire = z.infer<typeof versionExcusesSchema>;
export type VersionPhase = z.infer<typeof versionPhaseSchema>;
