import { z } from 'zod';
import { hotkeySchema, phaseSchema, uuidSchema } from './identifiers.ts';
import { cursorFields, cursorPaging, pageFields, suiteIdQuerySchema } from './paging.ts';
import { timestampSchema } from './timestamp.ts';

export const pendingQuerySchema = z.object({ suite_id: suiteIdQuerySchema.optional(), ...cursorPaging(100, 500) });

const pendingItemSchema = z.object({
  work_item_id: uuidSchema,
  agent_version_id: uuidSchema,
  agent_name: z.string(),
  version_number: z.int(),
  miner_hotkey: hotkeySchema,
  suite_id: z.int(),
  required_successes: z.int(),
  completed_successes: z.int(),
  active_runs: z.int(),
  remaining: z.int(),
  queued_at: timestampSchema,
  phase: phaseSchema,
  race_id: uuidSchema.nullable(),
  position: z.int().nullable(),
  estimated_start_at: timestampSchema.nullable(),
  reason: z.string(),
});

export const pendingSchema = z.object({
  summary: z.object({
    total_pending: z.int(),
    total_runs_needed: z.int(),
    total_runs_active: z.int(),
    projected_completion_at: timestampSchema.nullable(),
  }),
  ...pageFields,
  ...cursorFields,
  items: z.array(pendingItemSchema),
});

export type PendingQuery = z.output<typeof pendingQuerySchema>;
export type PendingItemWire = z.infer<typeof pendingItemSchema>;
export type PendingWire = z.infer<typeof pendingSchema>;
