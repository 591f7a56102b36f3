import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ledgerEventToWire } from '../../board/ledger-event.ts';
import { ledgerPage, searchLedger } from '../../board/ledger-page.ts';
import {
  eventKindsSchema,
  eventNumberSchema,
  ledgerPageSchema,
  ledgerQuerySchema,
  ledgerSearchQuerySchema,
  ledgerSearchSchema,
} from '../../board/wire.ts';
import type { Event } from '../../store/database.ts';
import { addEndpoint, ONCE_A_SECOND } from '../http/endpoint.ts';
import { streamEvents } from '../live/stream-events.ts';
import type { Services } from '../start/services.ts';

/** The public ledger: page by page, and live. */
export function eventRoutes(server: FastifyInstance, services: Services): void {
  const { arena, feed, metrics, streams } = services;
  const readers = new Map<string, number>();

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/public/ledger',
    id: 'get_ledger',
    group: 'public',
    summary: 'All events in order; each contains the hash of the one before it',
    need: 'none',
    query: ledgerQuerySchema,
    answer: ledgerPageSchema,
    handle: ({ query }) => ledgerPage(arena, query),
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/public/ledger/search',
    id: 'search_ledger',
    group: 'public',
    cache: ONCE_A_SECOND,
    summary: 'Events of some kinds, or about a hotkey, version, run or race, the newest first',
    need: 'none',
    query: ledgerSearchQuerySchema,
    answer: ledgerSearchSchema,
    handle: ({ query }) => searchLedger(arena, query),
  });

  server.get(
    '/v1/public/events',
    {
      // A HEAD request would never end, because the stream has no end.
      exposeHeadRoute: false,
      schema: {
        operationId: 'stream_events',
        tags: ['public'],
        summary: 'The ledger as server-sent events; Last-Event-ID resumes without a gap, kinds=race,run chooses',
        querystring: z.object({
          after: eventNumberSchema.optional(),
          kinds: eventKindsSchema,
          /** Browsers deliver a named event only to listeners for that exact name. */
          named: z.stringbool().default(true),
        }),
        produces: ['text/event-stream'],
      },
    },
    async (request, reply) => {
      const { ip } = request;
      const mine = readers.get(ip) ?? 0;
      const all = [...readers.values()].reduce((sum, number) => sum + number, 0);
      if (mine >= streams.perAddress || all >= streams.most) {
        return await reply.code(429).header('retry-after', 30).send({
          detail: 'Too many event streams are open.',
          error_code: 'RATE_LIMIT_EXCEEDED',
        });
      }
      const query = request.query as { after?: number; kinds?: string; named: boolean };
      const resumed = eventNumberSchema.safeParse(request.headers['last-event-id']);
      const after = resumed.success ? resumed.data : (query.after ?? (await feed.head()));
      reply.hijack();
      readers.set(ip, mine + 1);
      metrics.streams.inc();
      try {
        const { named, kinds = '' } = query;
        const chosen = { wanted: wantedBy(kinds), shape: ledgerEventToWire, named, sharedAs: `${named} ${kinds}` };
        await streamEvents(reply.raw, { feed, after, ...chosen });
      } finally {
        metrics.streams.dec();
        const left = (readers.get(ip) ?? 1) - 1;
        if (left === 0) readers.delete(ip);
        else readers.set(ip, left);
      }
      return reply;
    },
  );
}

function wantedBy(kinds: string): (event: Event) => boolean {
  const beginnings = kinds.split(',').filter(Boolean);
  if (beginnings.length === 0) return () => true;
  return ({ what }) => beginnings.some((beginning) => what === beginning || what.startsWith(`${beginning}.`));
}
