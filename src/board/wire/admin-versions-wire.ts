import { z } from 'zod';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { pageFields, paging, suiteIdQuerySchema } from './paging.ts';
import { timestampQuerySchema, timestampSchema } from './timestamp.ts';

export const adminVersionsQuerySchema = z.object({
  is_eligible: z.stringbool().optional(),
  is_discarded: z.stringbool().optional(),
  is_flagged: z.stringbool().optional(),
  miner_hotkey: z.string().max(200).optional(),
  /** Defaults to the active suite. */
  suite_id: suiteIdQuerySchema.optional(),
  since: timestampQuerySchema.optional(),
  until: timestampQuerySchema.optional(),
  ...paging(100, 500),
});

export const adminVersionsSchema = z.object({
  ...pageFields,
  agent_versions: z.array(
    z.object({
      agent_version_id: uuidSchema,
      agent_id: uuidSchema,
      agent_name: z.string(),
      miner_hotkey: hotkeySchema,
      version_number: z.int(),
      created_at: timestampSchema,
      /** This and the following are null for a version that is not entered for the suite. */
      is_eligible: z.boolean().nullable(),
      is_discarded: z.boolean().nullable(),
      final_score: z.number().nullable(),
      work_item_is_closed: z.boolean().nullable(),
      work_item_is_cancelled: z.boolean().nullable(),
      work_item_included_success_count: z.int().nullable(),
      active_run_count: z.int().nullable(),
      is_current_top: z.boolean(),
      eliminated_at: timestampSchema.nullable(),
      eliminated_in_race_number: z.int().nullable(),
      is_flagged: z.boolean(),
      is_cancelled: z.boolean(),
      is_miner_banned: z.boolean(),
    }),
  ),
});

export type AdminVersionsQuery = z.output<typeof adminVersionsQuerySchema>;
export type AdminVersionsWire = z.infer<typeof adminVersionsSchema>;
