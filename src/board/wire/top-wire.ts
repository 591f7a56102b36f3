import { z } from 'zod';
import { emissionShapeSchema, weightSchemeSchema } from '../../arena/browser.ts';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { cursorFields, cursorPaging, pageFields, suiteIdQuerySchema } from './paging.ts';
import { timestampSchema } from './timestamp.ts';

export const topSchema = z.object({
  suite_id: z.int(),
  computed_at: timestampSchema,
  top_agent_version_id: uuidSchema.nullable(),
  top_miner_hotkey: hotkeySchema.nullable(),
  top_score: z.number().nullable(),
  /** The champion's emission share, from 0 to 1. */
  emission_weight: z.number().nullable(),
  challenge_threshold: z.number().nullable(),
  margin: z.number().nullable(),
  policy: z
    .object({
      days_as_top: z.number(),
      crowned_at: timestampSchema,
      /** Starts at 1. */
      reign: z.int(),
      grace_days: z.number(),
      /** How the share shrinks; older arenas leave it out. */
      shape: emissionShapeSchema.default('linear'),
      loss_per_day: z.number(),
      floor: z.number(),
      initial_margin: z.number(),
      margin_half_life_days: z.number(),
      /** Whether others than the champion are paid as well. */
      weights: weightSchemeSchema.default('winner-take-all'),
    })
    .nullable(),
});

export const topHistoryQuerySchema = z.object({ suite_id: suiteIdQuerySchema.optional(), ...cursorPaging(100, 500) });

export const topHistorySchema = z.object({
  suite_id: z.int(),
  ...pageFields,
  ...cursorFields,
  entries: z.array(
    z.object({
      agent_version_id: uuidSchema,
      agent_name: z.string(),
      miner_hotkey: hotkeySchema,
      version_number: z.int(),
      final_score: z.number(),
      top_at: timestampSchema,
      is_current_top: z.boolean(),
      was_top: z.boolean(),
      suite_id: z.int(),
      reign: z.int(),
      ended_at: timestampSchema.nullable(),
      /** Null if the operator set the champion. */
      race_id: uuidSchema.nullable(),
    }),
  ),
});

export const topPayoutSchema = z.object({
  as_of: timestampSchema,
  miner_hotkey: hotkeySchema.nullable(),
  agent_name: z.string().nullable(),
  tao_per_day: z.number().nullable(),
  /** Null because the local ledger has no price. */
  usd_per_day: z.number().nullable(),
  tao_price_usd: z.number().nullable(),
});

export type TopWire = z.infer<typeof topSchema>;
export type TopHistoryQuery = z.output<typeof topHistoryQuerySchema>;
export type TopHistoryWire = z.infer<typeof topHistorySchema>;
export type TopPayoutWire = z.infer<typeof topPayoutSchema>;
