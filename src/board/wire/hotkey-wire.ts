import { z } from 'zod';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { intervalSchema } from './interval.ts';
import { timestampSchema } from './timestamp.ts';
import { versionPhaseSchema, versionStateSchema } from './version-wire.ts';

/** Everything public about one hotkey. `limit` and `offset` apply to each of the four lists, newest first. */
export const hotkeyPageSchema = z.object({
  hotkey: hotkeySchema,
  /** The display name and link set by its owner; older arenas leave them out. */
  name: z.string().nullable().optional(),
  link: z.string().nullable().optional(),
  is_banned: z.boolean(),
  ban_reason: z.string().nullable(),
  first_seen_at: timestampSchema,
  last_submitted_at: timestampSchema.nullable(),
  /** Only for the owner. */
  next_allowed_at: timestampSchema.nullable(),
  limit: z.int(),
  offset: z.int(),
  totals: z.object({ agents: z.int(), versions: z.int(), races: z.int(), reigns: z.int() }),
  agents: z.array(z.object({ agent_id: uuidSchema, agent_name: z.string(), created_at: timestampSchema })),
  versions: z.array(
    z.object({
      agent_version_id: uuidSchema,
      agent_id: uuidSchema,
      agent_name: z.string(),
      version_number: z.int(),
      submitted_at: timestampSchema,
      state: versionStateSchema,
      phase: versionPhaseSchema,
      final_score: z.number().nullable(),
      score_interval: intervalSchema.nullable(),
      race_score: z.number().nullable(),
      release_state: z.enum(['HIDDEN', 'RELEASED']),
      code_available_at: timestampSchema.nullable(),
    }),
  ),
  races: z.array(
    z.object({
      race_id: uuidSchema,
      race_number: z.int(),
      status: z.string(),
      agent_version_id: uuidSchema,
      qualification_type: z.enum(['INCUMBENT', 'THRESHOLD']),
      qualifying_score: z.number(),
      race_score: z.number().nullable(),
      race_rank: z.int().nullable(),
      /** Of a decided race: what it meant for this version; older arenas leave it out. */
      outcome: z
        .enum(['became champion', 'stayed champion', 'was replaced', 'did not win', 'did not finish'])
        .nullish(),
    }),
  ),
  reigns: z.array(
    z.object({
      reign: z.int(),
      agent_version_id: uuidSchema,
      suite_id: z.int(),
      score: z.number(),
      crowned_at: timestampSchema,
      ended_at: timestampSchema.nullable(),
    }),
  ),
});

export type HotkeyPageWire = z.infer<typeof hotkeyPageSchema>;
