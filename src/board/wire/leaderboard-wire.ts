import { z } from 'zod';
import { ARENA_CATEGORIES } from '../../problems/problem.ts';
import { scoreAgencySchema } from './agency-wire.ts';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { intervalSchema } from './interval.ts';
import { cursorFields, cursorPaging, pageFields, suiteIdQuerySchema } from './paging.ts';
import { pooledFields } from './pooled-window.ts';
import { suiteSchema } from './suite-wire.ts';
import { timestampSchema } from './timestamp.ts';
import { twinComparisonSchema } from './twins-wire.ts';

/** What a leaderboard can be sorted by. `category` needs one. */
export const LEADERBOARD_SORTS = [
  'rank',
  'score',
  'race_score',
  'solved',
  'category',
  'submitted',
  'agent',
  'contestant',
] as const;

/** Who makes the decisions of a version, by its probes. */
const agencyLabelSchema = z.enum(['agentic', 'mixed', 'scripted', 'unknown']);

const filters = {
  /** The active one unless it is named. */
  suite_id: suiteIdQuerySchema.optional(),
  score_type: z.enum(['qualifying', 'race']).default('qualifying'),
  /** Part of an agent's name or of a display name, or the beginning of a hotkey. */
  q: z.string().max(200).trim().optional(),
  /** Rows with equal values keep the order of their ranks. Removed versions stay last, whatever the order. */
  sort: z.enum(LEADERBOARD_SORTS).optional(),
  /** Best, newest or first in the alphabet on top unless it says otherwise. */
  order: z.enum(['asc', 'desc']).optional(),
  agency: agencyLabelSchema.optional(),
  /** A model that answered the version. */
  model: z.string().max(200).optional(),
  /** Adds how many problems of this category each version solved. */
  category: z.enum(ARENA_CATEGORIES).optional(),
  /** Versions of this contestant alone. */
  hotkey: z.string().max(64).optional(),
};

export const leaderboardQuerySchema = z.object({ ...filters, ...cursorPaging(100, 500) });

/** The same without pages. */
export const leaderboardExportQuerySchema = z.object(filters);

const leaderboardEntrySchema = z.object({
  /** In the whole ranking, whatever was searched for. Who was removed comes after everybody else. */
  rank: z.int(),
  agent_version_id: uuidSchema,
  agent_name: z.string(),
  miner_hotkey: hotkeySchema,
  version_number: z.int(),
  final_score: z.number(),
  race_score: z.number().nullable(),
  eligible_at: timestampSchema.nullable(),
  is_discarded: z.boolean(),
  is_miner_banned: z.boolean(),
  is_cancelled: z.boolean(),
  is_current_top: z.boolean(),
  was_top: z.boolean(),
  top_at: timestampSchema.nullable(),
  is_active_qualifier: z.boolean(),
  outranked_by_agent_version_id: uuidSchema.nullable(),
  eliminated_at: timestampSchema.nullable(),
  ...pooledFields,
  submitted_at: timestampSchema,
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
  /** The display name of the contestant; older arenas leave this and the following out. */
  miner_name: z.string().nullable().optional(),
  agency_label: agencyLabelSchema.optional(),
  /** Models that answered it on public problems; empty where its validators did not report them. */
  models: z.array(z.string()).optional(),
  /** Of the category that was asked for: attempts on its public problems in the runs that count. */
  category: z.object({ solved: z.int(), attempts: z.int() }).nullable().optional(),
});

export const leaderboardSchema = z.object({
  ...pageFields,
  ...cursorFields,
  suite: suiteSchema,
  entries: z.array(leaderboardEntrySchema),
  /** All models that answered versions on this board, to filter by; older arenas leave it out. */
  models: z.array(z.string()).optional(),
  unique_miners: z.int(),
  agents_submitted_24h: z.int(),
  challenge_threshold: z.number().nullable(),
});

/** All rows at once. */
export const wholeLeaderboardSchema = leaderboardSchema.omit({ limit: true, offset: true, next_cursor: true });

export type WholeLeaderboardWire = z.infer<typeof wholeLeaderboardSchema>;
export type LeaderboardExportQuery = z.output<typeof leaderboardExportQuerySchema>;
export type LeaderboardQuery = z.output<typeof leaderboardQuerySchema>;
export type LeaderboardEntryWire = z.infer<typeof leaderboardEntrySchema>;
export type LeaderboardWire = z.infer<typeof leaderboardSchema>;
