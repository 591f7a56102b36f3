import { z } from 'zod';
import { ledgerEventSchema } from '../ledger-event.ts';

/** Sequence number of an event, in a query or a header. */
export const eventNumberSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const ledgerQuerySchema = z.object({
  /** Sequence number of the last event already known. */
  after: eventNumberSchema.default(0),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

/** Each kind is compared with every event read. */
const MOST_KINDS = 20;

/** Prefixes of event kinds, such as `race,run.completed`. */
export const eventKindsSchema = z
  .string()
  .max(300)
  .regex(/^[a-z._,-]*$/)
  .refine((kinds) => kinds.split(',').length <= MOST_KINDS, `names more than ${MOST_KINDS}`)
  .optional();

export const ledgerSearchQuerySchema = z.object({
  /** Only events with a lower number; defaults to starting from the newest. */
  before: eventNumberSchema.optional(),
  kinds: eventKindsSchema,
  /** Actor or subject: a hotkey, an id, or a whole subject such as `race 3`. */
  about: z.string().trim().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Matching events, newest first. */
export const ledgerSearchSchema = z.object({
  events: z.array(ledgerEventSchema),
  head: z.int(),
  /**
   * `before` of the next page; null at the beginning of the ledger. A page can be shorter than `limit`, even empty,
   * without being the last: one request reads a bounded part of the ledger.
   */
  next_before: z.int().nullable(),
});

export const ledgerPageSchema = z.object({
  events: z.array(ledgerEventSchema),
  /** Sequence number of the newest event. */
  head: z.int(),
});

export type LedgerSearchQuery = z.output<typeof ledgerSearchQuerySchema>;
export type LedgerSearchWire = z.infer<typeof ledgerSearchSchema>;
export type LedgerQuery = z.output<typeof ledgerQuerySchema>;
export type LedgerPageWire = z.infer<typeof ledgerPageSchema>;
