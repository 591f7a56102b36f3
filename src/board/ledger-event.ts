import { z } from 'zod';
import type { Event } from '../store/database.ts';
import { timestampSchema, toTimestamp } from './wire/timestamp.ts';

/** The hash covers the canonical JSON of all other fields, with `when` in milliseconds since 1970. */
export const ledgerEventSchema = z.object({
  sequence: z.int(),
  who: z.string(),
  what: z.string(),
  when: timestampSchema,
  why: z.string(),
  subject: z.string(),
  data: z.json(),
  previous: z.string(),
  hash: z.string(),
});

export type LedgerEventWire = z.infer<typeof ledgerEventSchema>;

export function ledgerEventToWire({ when, data, ...rest }: Event): LedgerEventWire {
  return { ...rest, when: toTimestamp(when), data: data as LedgerEventWire['data'] };
}
