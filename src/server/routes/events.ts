import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ledgerEventSchema, ledgerEventToWire } from '../../arena/board/wire/ledger-event.ts';
import type { Event } from '../../store/database/event.ts';
import { readEvents } from '../../store/database/read-events.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { streamEvents } from '../live/stream-events.ts';
import type { Services } from '../services.ts';

const MOST_STREAMS = 500;
const MOST_STREAMS_PER_ADDRESS = 10;
const sequence = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Beginnings of what happened, such as `race,run.completed`. */
const kinds = z
  .string()
  .max(300)
  .regex(/^[a-z._,-]*$/)
  .optional();

/** The public ledger: page by page, and live. */
export function eventRoutes(server: FastifyInstance, services: Services): void {
  const { arena, feed, metrics } = services;
  const readers = new Map<string, number>();

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/public/ledger',
    id: 'get_ledger',
    group: 'public',
    summary: 'Everything that happened, in order, each event bound to the one before it by its hash',
    need: 'nobody',
    query: z.object({ after: sequence.default(0), limit: z.coerce.number().int().min(1).max(1_000).default(100) }),
    answer: z.object({ events: z.array(ledgerEventSchema), head: z.int() }),
    handle: async ({ query }) => {
      const events = await readEvents(arena.database, query.after, query.limit);
      return { events: events.map(ledgerEventToWire), head: await feed.head() };
    },
  });

  server.get(
    '/v1/public/events',
    {
      // Without a body there would be nothing to send, and it would go on for ever.
      exposeHeadRoute: false,
      schema: {
        operationId: 'stream_events',
        tags: ['public'],
        summary: 'The ledger as server-sent events; Last-Event-ID resumes without a gap, kinds=race,run chooses',
        querystring: z.object({
          after: sequence.optional(),
          kinds,
          /** Browsers hand over events with a name only to those who ask for that very name. */
          named: z.stringbool().default(true),
        }),
        produces: ['text/event-stream'],
      },
    },
    async (request, reply) => {
      const { ip } = request;
      const mine = readers.get(ip) ?? 0;
      const all = [...readers.values()].reduce((sum, number) => sum + number, 0);
      if (mine >= MOST_STREAMS_PER_ADDRESS || all >= MOST_STREAMS) {
        return await reply.code(429).header('retry-after', 30).send({
          detail: 'Too many event streams are open.',
          error_code: 'RATE_LIMIT_EXCEEDED',
        });
      }
      const query = request.query as { after?: number; kinds?: string; named: boolean };
      const resumed = sequence.safeParse(request.headers['last-event-id']);
      const after = resumed.success ? resumed.data : (query.after ?? (await feed.head()));
      reply.hijack();
      readers.set(ip, mine + 1);
      metrics.streams.inc();
      try {
        const stream = { feed, after, wanted: wantedBy(query.kinds), shape: ledgerEventToWire, named: query.named };
        await streamEvents(reply.raw, stream);
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

function wantedBy(kinds: string | undefined): (event: Event) => boolean {
  const beginnings = (kinds ?? '').split(',').filter(Boolean);
  if (beginnings.length === 0) return () => true;
  return ({ what }) => beginnings.some((beginning) => what === beginning || what.startsWith(`${beginning}.`));
}
