import { z } from 'zod';
import { ledgerEventSchema } from './ledger-event.ts';

export const ledgerQuerySchema = z.object({
  /** The number of the last event that is known already. */
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

export const ledgerPageSchema = z.object({
  events: z.array(ledgerEventSchema),
  /** What to ask for next; the same as asked when there is nothing new. */
  next_after: z.int(),
  /** The number of the newest event. */
  head: z.int(),
});

export type LedgerQuery = z.output<typeof ledgerQuerySchema>;
export type LedgerPageWire = z.infer<typeof ledgerPageSchema>;
