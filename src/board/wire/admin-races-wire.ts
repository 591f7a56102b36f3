import { z } from 'zod';
import { RACE_STATES } from '../../arena/browser.ts';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { timestampSchema } from './timestamp.ts';

const summaryFields = {
  race_id: uuidSchema,
  suite_id: z.int(),
  status: z.string(),
  state: z.enum(RACE_STATES),
  race_number: z.int(),
  qualifying_closes_at: timestampSchema,
  race_started_at: timestampSchema.nullable(),
  race_completed_at: timestampSchema.nullable(),
  winner_agent_version_id: uuidSchema.nullable(),
  winner_score: z.number().nullable(),
};

export const adminRacesSchema = z.object({
  races: z.array(z.object({ ...summaryFields, qualifier_count: z.int(), work_item_count: z.int() })),
});

export const raceDiagnosticsSchema = z.object({
  ...summaryFields,
  qualifying_threshold: z.number().nullable(),
  incumbent_agent_version_id: uuidSchema.nullable(),
  draw_commitment: z.string().nullable(),
  /** Null until the draw is revealed; until then it is only in the bank. */
  problem_seed: z.string().nullable(),
  problem_count: z.int(),
  scored_count: z.int(),
  reason: z.string().nullable(),
  qualifiers: z.array(
    z.object({
      agent_version_id: uuidSchema,
      qualification_type: z.enum(['INCUMBENT', 'THRESHOLD']),
      agent_name: z.string(),
      miner_hotkey: hotkeySchema,
      version_number: z.int(),
      qualifying_score: z.number(),
      race_score: z.number().nullable(),
      race_rank: z.int().nullable(),
      eliminated_at: timestampSchema.nullable(),
    }),
  ),
  work_items: z.array(
    z.object({
      work_item_id: uuidSchema,
      agent_version_id: uuidSchema,
      agent_name: z.string(),
      phase: z.string(),
      is_closed: z.boolean(),
      is_cancelled: z.boolean(),
      close_reason: z.string().nullable(),
      included_success_count: z.int(),
      active_count: z.int(),
      failed_count: z.int(),
      required_successes: z.int(),
    }),
  ),
  /** Which validators have received its problems, and for which version. */
  exposures: z.array(
    z.object({ agent_version_id: uuidSchema, validator_hotkey: hotkeySchema, exposed_at: timestampSchema }),
  ),
});

export type AdminRacesWire = z.infer<typeof adminRacesSchema>;
export type RaceDiagnosticsWire = z.infer<typeof raceDiagnosticsSchema>;
