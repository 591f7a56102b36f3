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

/** How a race came out and how sure that is, as it is stored and told in the ledger. */
export const raceResultSchema = z.object({
  top_agent_version_id: uuidSchema.nullable(),
  incumbent_agent_version_id: uuidSchema.nullable(),
  changed: z.boolean(),
  why: whySchema,
  /** What a challenger needed in this race. */
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
      /** 95 %. */
      interval: z.tuple([z.number(), z.number()]),
      probability: z.number(),
      /** After counting everybody who tried that day. */
      adjusted_probability: z.number(),
      tried: z.int(),
      remark: z.string(),
    }),
  ),
  /** The same race if no judge had a say. */
  judge_off: z.object({
    same_top: z.boolean(),
    top_agent_version_id: uuidSchema.nullable(),
    why: whySchema,
    threshold: z.number().nullable(),
    ranking: rankingSchema,
  }),
}) satisfies z.ZodType<PublishedResult>;
