import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { marketSchema } from '../../arena/wire.ts';
import { Fault } from '../../fault/fault.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { readRange } from '../http/read-range.ts';
import type { Services } from '../start/services.ts';

const params = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/** The market that the problems were made from. For validators only: it is large and contains whole product records. */
export function marketRoutes(server: FastifyInstance, services: Services): void {
  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/validator/market',
    id: 'describe_market',
    group: 'validator',
    summary: 'Hash, size and chunk hashes of the market that problems were made from',
    need: 'validator',
    answer: marketSchema,
    handle: async () => {
      const { sha256, bytes, chunkBytes, chunks } = await marketOf(services).describe();
      return { sha256, bytes, chunk_bytes: chunkBytes, chunks: [...chunks] };
    },
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: '/v1/validator/market/:sha256',
    id: 'download_market',
    group: 'validator',
    summary: 'Bytes of that market; takes one range of bytes',
    need: 'validator',
    params,
    answer: z.unknown(),
    handle: async ({ params: { sha256 }, request, reply }) => {
      const market = marketOf(services);
      const { sha256: current } = await market.describe();
      if (sha256 !== current) throw absent(`The arena's market is ${current}.`);
      reply
        .type('application/octet-stream')
        .header('accept-ranges', 'bytes')
        .header('etag', `"${current}"`)
        .header('cache-control', 'private, no-store');
      const range = readRange(request.headers.range, market.bytes);
      if (range === 'unsatisfiable') {
        return await reply.code(416).header('content-range', `bytes */${market.bytes}`).send(Buffer.alloc(0));
      }
      const { start, end } = range ?? { start: 0, end: market.bytes - 1 };
      if (range !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${market.bytes}`);
      return await reply.header('content-length', end - start + 1).send(market.read(start, end));
    },
  });
}

function marketOf({ market }: Services) {
  if (market === undefined) throw absent('This arena serves no market.');
  return market;
}

function absent(message: string): Fault {
  return new Fault('ARTIFACT_NOT_FOUND', {
    message,
    remedy:
      'The operator names a market with `assay serve --market DIR`; otherwise every validator needs its own copy.',
  });
}
