import { z } from 'zod';
import { scoreAgencySchema } from './agency-wire.ts';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { intervalSchema } from './interval.ts';
import { momentSchema } from './moment.ts';
import { cursorFields, cursorPaging, pageFields, suiteIdQuerySchema } from './paging.ts';
import { pooledFields } from './pooled-window.ts';
import { suiteSchema } from './suite-wire.ts';
import { twinComparisonSchema } from './twins-wire.ts';

export const leaderboardQuerySchema = z.object({
  /** The active one unless it is named. */
  suite_id: suiteIdQuerySchema.optional(),
  score_type: z.enum(['qualifying', 'race']).default('qualifying'),
  /** Part of an agent's name or the beginning of a hotkey. */
  q: z.string().max(200).optional(),
  ...cursorPaging(100, 500),
});

const leaderboardEntrySchema = z.object({
  /** In the whole ranking, whatever was searched for. Who was removed comes after everybody else. */
  rank: z.int(),
  agent_version_id: uuidSchema,
  agent_name: z.string(),
  miner_hotkey: hotkeySchema,
  version_number: z.int(),
  final_score: z.number(),
  race_score: z.number().nullable(),
  eligible_at: momentSchema.nullable(),
  is_discarded: z.boolean(),
  is_miner_banned: z.boolean(),
  is_cancelled: z.boolean(),
  is_current_top: z.boolean(),
  was_top: z.boolean(),
  top_at: momentSchema.nullable(),
  is_active_qualifier: z.boolean(),
  outranked_by_agent_version_id: uuidSchema.nullable(),
  eliminated_at: momentSchema.nullable(),
  ...pooledFields,
  submitted_at: momentSchema,
  score_interval: intervalSchema.nullable(),
  race_score_interval: intervalSchema.nullable(),
  /** How many runs the score is made of. */
  runs: z.int(),
  success_rate: z.number().nullable(),
  reasoning_coefficient: z.number().nullable(),
  /** The place if no judge had a say. */
  rank_without_judge: z.int(),
  /** The final score with and without the agency policy; older arenas leave it out. */
  agency: scoreAgencySchema.optional(),
  /** Whether it memorises public answers; older arenas leave it out. */
  twins: twinComparisonSchema.optional(),
});

export const leaderboardSchema = z.object({
  ...pageFields,
  ...cursorFields,
  suite: suiteSchema,
  entries: z.array(leaderboardEntrySchema),
  unique_miners: z.int(),
  agents_submitted_24h: z.int(),
  challenge_threshold: z.number().nullable(),
});

export type LeaderboardQuery = z.output<typeof leaderboardQuerySchema>;
export type LeaderboardEntryWire = z.infer<typeof leaderboardEntrySchema>;
export type LeaderboardWire = z.infer<typeof leaderboardSchema>;
