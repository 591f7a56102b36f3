import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import { httpStatusOf } from '../fault/http-status.ts';
import { informationOf } from './product.ts';
import { parseProductQuery } from './search/parse-product-query.ts';
import type { Search } from './search/search.ts';

export interface MarketServerOptions {
  readonly search: Search;
  /** How many products there are, for `/health`. */
  readonly products: number;
  /** Answer bad parameters in the reference's silent way. */
  readonly compat?: boolean;
}

const MAX_PRODUCT_IDS = 100;

/** A query string of 100 kB is answered with a sentence instead of being cut off by the HTTP parser. */
const MAX_HEADER_BYTES = 256 * 1024;

/** Whoever takes longer to say what they want is not going to. */
const REQUEST_TIMEOUT_MILLISECONDS = 30_000;

/** A parameter given twice counts once, as in the reference. */
const parameter = z
  .union([z.string(), z.array(z.string()).transform((values) => values[0])])
  .optional()
  .catch(undefined);

const findParameters = z.object({
  q: parameter,
  page: parameter,
  shop_id: parameter,
  price: parameter,
  sort: parameter,
  service: parameter,
});

const idParameters = z.object({ product_ids: parameter });

/**
 * The search server agents' tools talk to, in the reference's wire shapes. `/get_product_raw` gives whole documents and
 * is for the scorer; nothing that faces an agent may pass it on.
 */
export function createMarketServer(options: MarketServerOptions): FastifyInstance {
  const { search, products, compat = false } = options;
  const server = fastify({
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      reply.code(error.statusCode ?? 400).send({ detail: error.message, error_code: 'BAD_REQUEST' });
    },
    clientErrorHandler: (error, socket) => {
      if (socket.destroyed || !socket.writable) return;
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
      const body = JSON.stringify({ detail: 'This is not an HTTP request we understand.', error_code: 'BAD_REQUEST' });
      const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`;
      socket.end(`${head}\r\n\r\n${body}`);
    },
  });

  server.get('/', async () => ({
    '/find_product': 'q,page,shop_id,price,sort,service',
    '/view_product_information': 'product_ids',
  }));

  server.get('/health', async () => ({ status: 'healthy', service: 'search-server', products }));

  server.get('/find_product', async (request) => {
    const query = parseProductQuery(findParameters.parse(request.query), { compat });
    return query === undefined ? [] : await search.find(query);
  });

  server.get('/view_product_information', async (request) => {
    const found = await search.products(productIds(request.query, compat));
    return found.map(informationOf);
  });

  server.get('/get_product_raw', async (request) => await search.products(productIds(request.query, compat)));

  server.setNotFoundHandler(async (request, reply) => {
    reply.code(404);
    return { detail: `There is no ${request.method} ${request.url.split('?')[0]} here.`, error_code: 'NOT_FOUND' };
  });

  server.setErrorHandler(async (error, _request, reply) => {
    if (Fault.isInstance(error)) {
      reply.code(httpStatusOf(error.code));
      return { detail: [error.message, error.remedy].filter(Boolean).join(' '), error_code: error.code };
    }
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    reply.code(status);
    const detail = status < 500 && error instanceof Error ? error.message : 'The search server failed.';
    return { detail, error_code: status < 500 ? 'BAD_REQUEST' : 'INTERNAL' };
  });

  return server;
}

function productIds(query: unknown, compat: boolean): string[] {
  const list = idParameters.parse(query).product_ids ?? '';
  const ids = list
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');
  if (compat) return ids.slice(0, MAX_PRODUCT_IDS);
  if (ids.length > 0 && ids.length <= MAX_PRODUCT_IDS) return ids;
  throw new Fault('SEARCH_QUERY_INVALID', {
    message: ids.length === 0 ? 'product_ids is empty.' : `product_ids names ${ids.length} products.`,
    remedy: `Send a comma list of 1 to ${MAX_PRODUCT_IDS} product ids, for example product_ids=1001,1002.`,
  });
}
