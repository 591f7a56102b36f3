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

/** Sort keys of a leaderboard. `category` requires a category. */
export const LEADERBOARD_SORTS = [
  'rank',
  'score',
  'race_score',
  'solved',
  'category',
  'submitted',
  'agent',
  'contestant',
  'model',
  'agency',
] as const;

/** Who decides in a version, according to its probes. */
const agencyLabelSchema = z.enum(['agentic', 'mixed', 'scripted', 'unknown']);

const filters = {
  /** Defaults to the active suite. */
  suite_id: suiteIdQuerySchema.optional(),
  score_type: z.enum(['qualifying', 'race']).default('qualifying'),
  /** Part of an agent's name or display name, or the beginning of a hotkey. */
  q: z.string().max(200).trim().optional(),
  /** Rows with equal values stay in rank order. Removed versions are always last. */
  sort: z.enum(LEADERBOARD_SORTS).optional(),
  /** By default the best, newest or alphabetically first comes first. */
  order: z.enum(['asc', 'desc']).optional(),
  agency: agencyLabelSchema.optional(),
  /** A model that answered calls of the version. */
  model: z.string().max(200).optional(),
  /** Adds the number of solved problems of this category for each version. */
  category: z.enum(ARENA_CATEGORIES).optional(),
  /** Only versions of this contestant. */
  hotkey: z.string().max(64).optional(),
};

export const leaderboardQuerySchema = z.object({ ...filters, ...cursorPaging(100, 500) });

/** The same without paging. */
export const leaderboardExportQuerySchema = z.object(filters);

const leaderboardEntrySchema = z.object({
  /** Rank in the whole ranking, whatever the filters. Removed versions come after all others. */
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
  /** Number of runs in the score. */
  runs: z.int(),
  success_rate: z.number().nullable(),
  reasoning_coefficient: z.number().nullable(),
  /** The rank without the judge. */
  rank_without_judge: z.int(),
  /** The final score with and without the agency policy; older arenas leave it out. */
  agency: scoreAgencySchema.optional(),
  /** Whether it memorises public answers; older arenas leave it out. */
  twins: twinComparisonSchema.optional(),
  /** The display name of the contestant; older arenas leave this and the following out. */
  miner_name: z.string().nullable().optional(),
  agency_label: agencyLabelSchema.optional(),
  /** Models that answered it on public problems; empty if its validators did not report them. */
  models: z.array(z.string()).optional(),
  /** For the requested category: attempts on its public problems in the included runs. */
  category: z.object({ solved: z.int(), attempts: z.int() }).nullable().optional(),
});

export const leaderboardSchema = z.object({
  ...pageFields,
  ...cursorFields,
  suite: suiteSchema,
  entries: z.array(leaderboardEntrySchema),
  /** All models that answered versions on this board, as filter values; older arenas leave it out. */
  models: z.array(z.string()).optional(),
  unique_miners: z.int(),
  agents_submitted_24h: z.int(),
  challenge_threshold: z.number().nullable(),
});

/** All rows in one answer. */
export const wholeLeaderboardSchema = leaderboardSchema.omit({ limit: true, offset: true, next_cursor: true });

export type WholeLeaderboardWire = z.infer<typeof wholeLeaderboardSchema>;
export type LeaderboardExportQuery = z.output<typeof leaderboardExportQuerySchema>;
export type LeaderboardQuery = z.output<typeof leaderboardQuerySchema>;
export type LeaderboardEntryWire = z.infer<typeof leaderboardEntrySchema>;
export type LeaderboardWire = z.infer<typeof leaderboardSchema>;
