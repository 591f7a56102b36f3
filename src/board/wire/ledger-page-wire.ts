import { z } from 'zod';
import { ledgerEventSchema } from '../ledger-event.ts';

/** The number of an event, as it comes in a query or a header. */
export const eventNumberSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const ledgerQuerySchema = z.object({
  /** The number of the last event that is known already. */
  after: eventNumberSchema.default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

export const ledgerPageSchema = z.object({
  events: z.array(ledgerEventSchema),
  /** The number of the newest event. */
  head: z.int(),
});

export type LedgerQuery = z.output<typeof ledgerQuerySchema>;
export type LedgerPageWire = z.infer<typeof ledgerPageSchema>;
