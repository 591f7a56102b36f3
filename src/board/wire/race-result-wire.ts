import { z } from 'zod';
import type { PublishedResult } from '../../arena/race.ts';
import { hotkeySchema, uuidSchema } from './identifiers.ts';

const whySchema = z.enum([
  'MARGIN_CLEARED',
  'NO_INCUMBENT',
  'MARGIN_NOT_CLEARED',
  'NO_CHALLENGER',
  'INCUMBENT_UNSCORED',
  'NOBODY_FINISHED',
]);

const rankingSchema = z.array(
  z.object({ rank: z.int(), agent_version_id: uuidSchema, miner_hotkey: hotkeySchema, score: z.number() }),
);

/** The result of a race with its confidence, as stored and published in the ledger. */
export const raceResultSchema = z.object({
  top_agent_version_id: uuidSchema.nullable(),
  incumbent_agent_version_id: uuidSchema.nullable(),
  changed: z.boolean(),
  why: whySchema,
  /** The score a challenger needed in this race. */
  threshold: z.number().nullable(),
  margin: z.number().nullable(),
  days_as_top: z.number().nullable(),
  challengers_tried: z.int(),
  ranking: rankingSchema,
  comparisons: z.array(
    z.object({
      agent_version_id: uuidSchema,
      problems: z.int(),
      /** Challenger minus incumbent, mean over problems. */
      difference: z.number(),
      /** 95 % confidence interval. */
      interval: z.tuple([z.number(), z.number()]),
      probability: z.number(),
      /** Adjusted for all challengers of that day. */
      adjusted_probability: z.number(),
      tried: z.int(),
      remark: z.string(),
    }),
  ),
  /** The same race without the judge. */
  judge_off: z.object({
    same_top: z.boolean(),
    top_agent_version_id: uuidSchema.nullable(),
    why: whySchema,
    threshold: z.number().nullable(),
    ranking: rankingSchema,
  }),
}) satisfies z.ZodType<PublishedResult>;
