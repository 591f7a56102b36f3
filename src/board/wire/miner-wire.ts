import { z } from 'zod';
import { licenceSchema } from '../../arena/browser.ts';
import type { PinDisabledReason } from '../../arena/race.ts';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { pageFields } from './paging.ts';
import { timestampSchema } from './timestamp.ts';
import { versionPhaseSchema, versionStateSchema } from './version-wire.ts';

/** Why a version cannot race. */
const pinObstacleSchema = z.enum([
  'below_threshold',
  'discarded',
  'eliminated',
  'not_eligible',
]) satisfies z.ZodType<PinDisabledReason>;

const minerVersionSchema = z.object({
  agent_version_id: uuidSchema,
  version_number: z.int(),
  submitted_at: timestampSchema,
  state: versionStateSchema,
  phase: versionPhaseSchema,
  eliminated_at: timestampSchema.nullable(),
  eliminated_in_race_number: z.int().nullable(),
  final_score: z.number().nullable(),
  is_flagged: z.boolean(),
  /** Pinned by its owner. */
  is_selected_for_race: z.boolean(),
  /** Why another version races although this one is pinned. */
  selection_fallback_reason: pinObstacleSchema.nullable(),
  is_pinnable: z.boolean(),
  pin_disabled_reason: pinObstacleSchema.nullable(),
});

export const minerVersionsSchema = z.array(minerVersionSchema);

export const minerAgentsSchema = z.object({
  ...pageFields,
  agents: z.array(
    z.object({
      agent_id: uuidSchema,
      miner_hotkey: hotkeySchema,
      agent_name: z.string(),
      created_at: timestampSchema,
      latest_version: minerVersionSchema.nullable(),
    }),
  ),
  can_submit: z.boolean(),
  /** Why the contestant cannot submit; null if it can. */
  cannot_submit_reason: z.string().nullable(),
  next_allowed_at: timestampSchema.nullable(),
  /** The arena's default, for submissions without a choice. */
  default_licence: licenceSchema,
  racing_agent_version_id: uuidSchema.nullable(),
  racing_agent_id: uuidSchema.nullable(),
});

export type MinerVersionWire = z.infer<typeof minerVersionSchema>;
export type MinerAgentsWire = z.infer<typeof minerAgentsSchema>;
