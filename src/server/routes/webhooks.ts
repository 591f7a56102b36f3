import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { addWebhook, removeWebhook, removeWebhookByOperator } from '../../arena/submission.ts';
import { adminWebhooks } from '../../board/admin.ts';
import { ownWebhooks } from '../../board/notices.ts';
import {
  addedWebhookSchema,
  adminWebhooksSchema,
  newWebhookSchema,
  pageQuerySchema,
  testedWebhookSchema,
  uuidSchema,
  webhooksSchema,
} from '../../board/wire.ts';
import { addEndpoint } from '../http/endpoint.ts';
import type { Services } from '../start/services.ts';

const params = z.object({ webhook_id: uuidSchema });

/** Webhooks: a contestant's for their own events, an operator's for all events. */
export function webhookRoutes(server: FastifyInstance, services: Services): void {
  const { arena, webhooks } = services;
  const own = { group: 'miner', need: 'registered' } as const;
  /** Hotkeys that have left or were banned can still list and remove their webhooks. */
  const former = { group: 'miner', need: 'anyone' } as const;
  const operator = { group: 'admin', need: 'admin' } as const;

  addEndpoint(server, services, {
    ...former,
    method: 'GET',
    path: '/v1/webhooks',
    id: 'get_webhooks',
    summary: 'Webhooks of the hotkey that signs, with their newest deliveries',
    answer: webhooksSchema,
    handle: ({ caller }) => ownWebhooks(arena, caller!.hotkey),
  });

  addEndpoint(server, services, {
    ...own,
    method: 'POST',
    path: '/v1/webhooks',
    id: 'add_webhook',
    summary:
      'Registers a URL for notifications: run finished, qualified, race decided. Returns the signing secret, once',
    body: newWebhookSchema,
    answer: addedWebhookSchema,
    status: 201,
    handle: async ({ caller, body: { url, events } }) => {
      const added = { hotkey: caller!.hotkey, scope: 'own', url, kinds: events } as const;
      const { webhookId, secret, ...rest } = await addWebhook(arena, added, webhooks.policy);
      return { webhook_id: webhookId, url: rest.url, secret };
    },
  });

  addEndpoint(server, services, {
    ...former,
    method: 'DELETE',
    path: '/v1/webhooks/:webhook_id',
    id: 'remove_webhook',
    summary: 'Removes a webhook of the hotkey that signs',
    params,
    answer: z.undefined(),
    status: 204,
    handle: async ({ caller, params: { webhook_id } }) => {
      await removeWebhook(arena, webhook_id, { hotkey: caller!.hotkey });
      return undefined;
    },
  });

  addEndpoint(server, services, {
    ...own,
    method: 'POST',
    path: '/v1/webhooks/:webhook_id/test',
    id: 'test_webhook',
    summary: 'Sends a signed test to a webhook of the hotkey that signs, once, and returns the response',
    params,
    answer: testedWebhookSchema,
    handle: async ({ caller, params: { webhook_id } }) => ({
      ...(await webhooks.sender.test(webhook_id, { hotkey: caller!.hotkey })),
    }),
  });

  addEndpoint(server, services, {
    ...operator,
    method: 'GET',
    path: '/v1/admin/webhooks',
    id: 'get_all_webhooks',
    summary: 'All webhooks, by host, with their pending deliveries',
    query: pageQuerySchema,
    answer: adminWebhooksSchema,
    handle: ({ query }) => adminWebhooks(arena, query),
  });

  addEndpoint(server, services, {
    ...operator,
    method: 'POST',
    path: '/v1/admin/webhooks',
    id: 'add_arena_webhook',
    summary: 'Registers a URL for notifications about every contestant. Returns the signing secret, once',
    body: newWebhookSchema,
    answer: addedWebhookSchema,
    status: 201,
    handle: async ({ caller, body: { url, events } }) => {
      const added = { hotkey: caller!.hotkey, scope: 'arena', url, kinds: events } as const;
      const { webhookId, secret, ...rest } = await addWebhook(arena, added, webhooks.policy);
      return { webhook_id: webhookId, url: rest.url, secret };
    },
  });

  addEndpoint(server, services, {
    ...operator,
    method: 'POST',
    path: '/v1/admin/webhooks/:webhook_id/test',
    id: 'test_arena_webhook',
    summary: 'Sends a signed test to a webhook of an operator, once, and returns the response',
    params,
    answer: testedWebhookSchema,
    handle: async ({ params: { webhook_id } }) => ({ ...(await webhooks.sender.test(webhook_id, 'arena')) }),
  });

  addEndpoint(server, services, {
    ...operator,
    method: 'POST',
    path: '/v1/admin/webhooks/:webhook_id/remove',
    id: 'remove_any_webhook',
    summary: 'Removes any webhook, with a reason that the ledger publishes',
    params,
    body: z.object({ reason: z.string().trim().min(1).max(1_000) }),
    answer: z.object({ webhook_id: uuidSchema }),
    handle: async ({ params: { webhook_id }, body, caller }) => {
      await removeWebhookByOperator(arena, webhook_id, { who: caller!.hotkey, ...body });
      return { webhook_id };
    },
  });
}
