import { z } from 'zod';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';
import { pageFields, paging } from './paging.ts';
import { failureOwnerSchema, runStatusSchema, sandboxSchema } from './run-wire.ts';
import { timestampQuerySchema, timestampSchema } from './timestamp.ts';

export const adminRunsQuerySchema = z.object({
  status: runStatusSchema.optional(),
  agent_version_id: z.guid().optional(),
  validator_hotkey: z.string().max(200).optional(),
  phase: phaseSchema.optional(),
  race_id: z.guid().optional(),
  eval_work_item_id: z.guid().optional(),
  /** The provider that the contestant has chosen to pay by; runs of contestants without a choice do not match. */
  inference_provider: z.string().max(100).optional(),
  since: timestampQuerySchema.optional(),
  until: timestampQuerySchema.optional(),
  ...paging(100, 500),
});

const adminRunSchema = z.object({
  run_id: uuidSchema,
  agent_version_id: uuidSchema,
  validator_hotkey: hotkeySchema,
  suite_id: z.int(),
  status: runStatusSchema,
  is_included: z.boolean(),
  created_at: timestampSchema,
  claimed_at: timestampSchema,
  completed_at: timestampSchema.nullable(),
  last_heartbeat_at: timestampSchema.nullable(),
  lease_expires_at: timestampSchema,
  score: z.number().nullable(),
  invalidated_at: timestampSchema.nullable(),
  invalidation_reason: z.string().nullable(),
  failure_reason: z.string().nullable(),
  failure_owner: failureOwnerSchema.nullable(),
  eval_work_item_id: uuidSchema,
  phase: phaseSchema,
  race_id: uuidSchema.nullable(),
  race_number: z.int().nullable(),
  inference_provider: z.string().nullable(),
  sandbox_metadata: sandboxSchema.nullable(),
});

export const adminRunsSchema = z.object({ ...pageFields, evaluation_runs: z.array(adminRunSchema) });

export type AdminRunsQuery = z.output<typeof adminRunsQuerySchema>;
export type AdminRunsWire = z.infer<typeof adminRunsSchema>;
