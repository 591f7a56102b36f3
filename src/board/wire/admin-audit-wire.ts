import { z } from 'zod';
import { uuidSchema } from './identifiers.ts';
import { pageFields, paging } from './paging.ts';
import { timestampQuerySchema, timestampSchema } from './timestamp.ts';

const word = z.string().max(200);

export const auditEventsQuerySchema = z.object({
  action: word.optional(),
  target_type: word.optional(),
  target_id: word.optional(),
  actor_hotkey: word.optional(),
  since: timestampQuerySchema.optional(),
  until: timestampQuerySchema.optional(),
  ...paging(100, 500),
});

export const auditEventsSchema = z.object({
  ...pageFields,
  events: z.array(
    z.object({
      /** Derived from the event's hash. */
      event_id: uuidSchema,
      sequence: z.int(),
      action: z.string(),
      target_type: z.string(),
      target_id: z.string(),
      actor_hotkey: z.string(),
      created_at: timestampSchema,
      reason: z.string(),
      details: z.record(z.string(), z.json()).nullable(),
    }),
  ),
});

export type AuditEventsQuery = z.output<typeof auditEventsQuerySchema>;
export type AuditEventsWire = z.infer<typeof auditEventsSchema>;
