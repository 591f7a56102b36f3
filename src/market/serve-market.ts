import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { httpAnswerOf } from '../fault/http-answer.ts';
import { findProducts, viewProducts, wholeProducts } from './answer-market-request.ts';
import { parseQueryString } from './parse-query-string.ts';
import type { Search } from './search/search.ts';

export interface MarketServerOptions {
  readonly search: Search;
  /** Number of products, for `/health`. */
  readonly products: number;
  /** Accept invalid parameters silently, like the reference. */
  readonly compat?: boolean;
}

/** Large enough that a query string of 100 kB gets an error message instead of being rejected by the HTTP parser. */
const MAX_HEADER_BYTES = 256 * 1024;

/** Slower clients are disconnected. */
const REQUEST_TIMEOUT_MILLISECONDS = 30_000;

/**
 * The search server for agents' tools, in the reference's wire format. `/get_product_raw` returns whole documents for
 * the scorer; nothing that faces an agent may forward it.
 */
export function createMarketServer(options: MarketServerOptions): FastifyInstance {
  const { search, products, compat = false } = options;
  const server = fastify({
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    routerOptions: { querystringParser: parseQueryString },
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      reply.code(error.statusCode ?? 400).send({ detail: error.message, error_code: 'BAD_REQUEST' });
    },
    clientErrorHandler: (error, socket) => {
      if (socket.destroyed || !socket.writable) return;
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
      const body = JSON.stringify({ detail: 'This is not a valid HTTP request.', error_code: 'BAD_REQUEST' });
      const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close`;
      socket.end(`${head}\r\n\r\n${body}`);
    },
  });

  server.get('/', async () => ({
    '/find_product': 'q,page,shop_id,price,sort,service',
    '/view_product_information': 'product_ids',
  }));

  server.get('/health', async () => ({ status: 'healthy', service: 'search-server', products }));

  server.get('/find_product', async (request) => await findProducts(search, request.query, compat));

  server.get('/view_product_information', async (request) => await viewProducts(search, request.query, compat));

  server.get('/get_product_raw', async (request) => await wholeProducts(search, request.query, compat));

  server.setNotFoundHandler(async (request, reply) => {
    reply.code(404);
    return { detail: `There is no ${request.method} ${request.url.split('?')[0]} here.`, error_code: 'NOT_FOUND' };
  });

  server.setErrorHandler(async (error, _request, reply) => {
    const { status, body } = httpAnswerOf(error, 'The search server failed.');
    reply.code(status);
    return body;
  });

  return server;
}
