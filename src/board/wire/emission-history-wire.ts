import { z } from 'zod';
import { hotkeySchema } from './identifiers.ts';
import { cursorFields, cursorPaging, pageFields } from './paging.ts';
import { timestampSchema } from './timestamp.ts';

export const emissionHistoryQuerySchema = z.object(cursorPaging(100, 500));

/** Shares that validators were asked to set, by epoch, newest first. */
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
