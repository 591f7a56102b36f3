import { z } from 'zod';
import { RACE_STATES } from '../../arena/browser.ts';
import { scoreAgencySchema } from './agency-wire.ts';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { intervalSchema } from './interval.ts';
import { cursorFields, cursorPaging, pageFields, suiteIdQuerySchema } from './paging.ts';
import { pooledFields } from './pooled-window.ts';
import { raceResultSchema } from './race-result-wire.ts';
import { timestampSchema } from './timestamp.ts';

/** Clients compute weights from the whole list of a race's racers, so the default page is large. */
export const racersQuerySchema = z.object(cursorPaging(1_000, 1_000));

/** Until a race is decided its racers have no scores, and clients poll it, so the default page is small. */
export const currentRacersQuerySchema = z.object(cursorPaging(100, 1_000));

const raceSchema = z.object({
  race_id: uuidSchema,
  suite_id: z.int(),
  race_number: z.int(),
  /** Status in the terms of other platforms. */
  status: z.enum(['QUALIFYING_OPEN', 'RACE_RUNNING', 'RACE_COMPLETE', 'CANCELLED']),
  /** Our own, finer state. */
  state: z.enum(RACE_STATES),
  /** When this state began. */
  state_since: timestampSchema,
  qualifying_opens_at: timestampSchema,
  qualifying_closes_at: timestampSchema,
  race_started_at: timestampSchema.nullable(),
  race_completed_at: timestampSchema.nullable(),
  winner_agent_version_id: uuidSchema.nullable(),
  winner_agent_name: z.string().nullable(),
  winner_score: z.number().nullable(),
  incumbent_agent_version_id: uuidSchema.nullable(),
  qualifying_threshold: z.number().nullable(),
  qualifier_count: z.int(),
  /** The only field that changes while a race runs. */
  scored_count: z.int(),
  /** Over the better half of the racers that finished. */
  top50_mean: z.number().nullable(),
  top50_std: z.number().nullable(),
  created_at: timestampSchema,
  projected_completion_at: timestampSchema.nullable(),
  /** Commitment to the hidden draw. */
  draw_commitment: z.string().nullable(),
  /** Why the race was cancelled. */
  reason: z.string().nullable(),
});

const qualifierSchema = z.object({
  agent_version_id: uuidSchema,
  agent_name: z.string(),
  miner_hotkey: hotkeySchema,
  version_number: z.int(),
  qualification_type: z.enum(['INCUMBENT', 'THRESHOLD']),
  qualifying_score: z.number(),
  race_score: z.number().nullable(),
  race_rank: z.int().nullable(),
  /** Interval of the race score on other problems; like the next two, null until scores are public. */
  race_score_interval: intervalSchema.nullable(),
  /** Components of the race score: share of problems solved, and the judge's coefficient. */
  race_success_rate: z.number().nullable(),
  race_reasoning_coefficient: z.number().nullable(),
  eliminated_at: timestampSchema.nullable(),
  is_discarded: z.boolean(),
  ...pooledFields,
  /** The race score with and without the agency policy, once scores are public; older arenas leave it out. */
  agency: scoreAgencySchema.optional(),
});

export const raceCurrentSchema = z.object({
  race: raceSchema.nullable(),
  qualifiers: z.array(qualifierSchema),
  ...cursorFields,
  phase: z.enum(['QUALIFYING', 'RACE', 'RESULT', 'NONE']),
  /** The window in which a submission made now would count; it always closes in the future. */
  next_window: z.object({ opens_at: timestampSchema, closes_at: timestampSchema }),
  computed_at: timestampSchema,
});

export const raceDetailSchema = z.object({
  race: raceSchema,
  qualifiers: z.array(qualifierSchema),
  ...cursorFields,
  /** Null until the race is decided. */
  result: raceResultSchema.nullable(),
  /** The draw with its seed, which anyone can verify against the commitment. */
  draw: z.json().nullable(),
});

export const raceHistoryQuerySchema = z.object({ suite_id: suiteIdQuerySchema.optional(), ...cursorPaging(20, 100) });
export const raceHistorySchema = z.object({
  ...pageFields,
  ...cursorFields,
  /** How many of `total` were cancelled; older arenas leave it out. */
  cancelled: z.int().optional(),
  races: z.array(raceSchema),
});

export type RaceWire = z.infer<typeof raceSchema>;
export type QualifierWire = z.infer<typeof qualifierSchema>;
export type RacersQuery = z.output<typeof racersQuerySchema>;
export type RaceCurrentWire = z.infer<typeof raceCurrentSchema>;
export type RaceDetailWire = z.infer<typeof raceDetailSchema>;
export type RaceHistoryQuery = z.output<typeof raceHistoryQuerySchema>;
export type RaceHistoryWire = z.infer<typeof raceHistorySchema>;
