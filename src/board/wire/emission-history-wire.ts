import { z } from 'zod';
import { hotkeySchema } from './identifiers.ts';
import { cursorFields, cursorPaging, pageFields } from './paging.ts';
import { timestampSchema } from './timestamp.ts';

export const emissionHistoryQuerySchema = z.object(cursorPaging(100, 500));

/** Shares that validators were asked to set, by epoch of the arena, newest first. An epoch missed by the arena has none. */
export const emissionHistorySchema = z.object({
  ...pageFields,
  ...cursorFields,
  epochs: z.array(
    z.object({
      epoch: z.int(),
      pinned_at: timestampSchema,
      /** The champion at that time; null if there was none. */
      top_hotkey: hotkeySchema.nullable(),
      /** Share of the contestants' half of the emission that is paid, from 0 to 1. */
      paid_share: z.number(),
      /** Share of that half that is burned, from 0 to 1. */
      burned_share: z.number(),
    }),
  ),
});

export type EmissionHistoryQuery = z.output<typeof emissionHistoryQuerySchema>;
export type EmissionHistoryWire = z.infer<typeof emissionHistorySchema>;

const rao = z.string().regex(/^\d+$/);
const amounts = {
  /** Paid by incentive, in rao. */
  to_contestants: rao,
  /** Paid by dividends, in rao. */
  to_validators: rao,
  burned: rao,
};

/** What each epoch of the local chain paid and burned, newest first. */
export const epochPaymentsSchema = z.object({
  ...pageFields,
  ...cursorFields,
  /** Sums over all epochs, not only those of this page. */
  totals: z.object(amounts),
  epochs: z.array(
    z.object({
      epoch: z.int(),
      /** Block at which the epoch ended. */
      block: z.int(),
      ...amounts,
    }),
  ),
});

export type EpochPaymentsWire = z.infer<typeof epochPaymentsSchema>;
