import { z } from 'zod';
import { NOTICE_KINDS } from '../../arena/browser.ts';
import { hotkeySchema, uuidSchema } from './identifiers.ts';
import { pageFields } from './paging.ts';
import { timestampSchema } from './timestamp.ts';

const kindSchema = z.enum(NOTICE_KINDS);

export const newWebhookSchema = z.strictObject({
  url: z.string().max(1_000),
  /** Events to be notified of; all if left out. */
  events: z
    .array(kindSchema)
    .min(1)
    .max(NOTICE_KINDS.length)
    .default([...NOTICE_KINDS]),
});

export const addedWebhookSchema = z.object({
  webhook_id: uuidSchema,
  url: z.string(),
  /** Signs every delivery. Shown once. */
  secret: z.string(),
});

const deliverySchema = z.object({
  delivery_id: uuidSchema,
  event: z.union([kindSchema, z.literal('test')]),
  /** Sequence number of the event in the ledger; null for a test. */
  sequence: z.int().nullable(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  created_at: timestampSchema,
  ended_at: timestampSchema.nullable(),
  /** The last answer: an HTTP status, or why there was none. */
  response: z.string().nullable(),
});

const webhookSchema = z.object({
  webhook_id: uuidSchema,
  events: z.array(kindSchema),
  created_at: timestampSchema,
  /** Set when deliveries failed too often or the receiver answered 410. Add the webhook again to continue. */
  disabled_at: timestampSchema.nullable(),
  /** Notifications dropped because too many were queued. */
  dropped: z.int(),
});

/** Webhooks of the caller, with their latest deliveries. */
export const webhooksSchema = z.object({
  webhooks: z.array(webhookSchema.extend({ url: z.string(), deliveries: z.array(deliverySchema) })),
});

/** All webhooks, for the operator: without URLs, which may contain secrets. */
export const adminWebhooksSchema = z.object({
  ...pageFields,
  webhooks: z.array(
    webhookSchema.extend({
      hotkey: hotkeySchema,
      scope: z.enum(['own', 'arena']),
      host: z.string(),
      failed_in_a_row: z.int(),
      pending: z.int(),
    }),
  ),
});

export const testedWebhookSchema = z.object({ delivered: z.boolean(), response: z.string() });

export type WebhooksWire = z.infer<typeof webhooksSchema>;
export type AdminWebhooksWire = z.infer<typeof adminWebhooksSchema>;
