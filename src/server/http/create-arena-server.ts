import type { Socket } from 'node:net';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { addRoutes } from '../routes/add-routes.ts';
import { CONTENT_POLICY } from '../site/content-policy.ts';
import { serveSite } from '../site/serve-site.ts';
import type { Site } from '../site/site.ts';
import type { Services } from '../start/services.ts';
import { allowedMethods } from './allowed-methods.ts';
import { answerError } from './answer-error.ts';
import { compressAnswer } from './compress-answer.ts';
import { describeEndpoint, describeOptionalBodies } from './describe-api.ts';
import { entityTag, isKnownToClient } from './entity-tag.ts';
import { limitRate } from './limit-rate.ts';
import { logRequests, requestId } from './log-requests.ts';
import { SECURITY_SCHEMES } from './security.ts';

interface ClientError extends Error {
  readonly code?: string;
}

const REFUSALS: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of this request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/** Answers connections that never become a valid HTTP request, in the form of every other refusal. */
function answerNoRequest(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const [status, detail] = REFUSALS[error.code ?? ''] ?? ['400 Bad Request', 'This is not an HTTP request.'];
  const body = JSON.stringify({ detail, error_code: 'BAD_REQUEST' });
  const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`, () => socket.destroy());
}

export interface ArenaServerOptions {
  /** Log destination; no log if left out. */
  readonly logger?: FastifyServerOptions['logger'];
  /** Number of proxies in front that are trusted to report a caller's address. */
  readonly trustedProxies?: number;
  /** The dashboard; not served if left out. */
  readonly site?: Site | undefined;
}

const MAX_BODY_BYTES = 512 * 1024;
const REQUEST_TIMEOUT_MILLISECONDS = 60_000;

/** The arena's HTTP API. Endpoints are in `routes/`, one file per group or topic. */
export async function createArenaServer(
  services: Services,
  { logger = false, trustedProxies = 0, site }: ArenaServerOptions = {},
): Promise<FastifyInstance> {
  const settings: FastifyServerOptions = {
    logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: ({ headers }) => requestId(headers),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    trustProxy: trustedProxies === 0 ? false : (_address, hop) => hop < trustedProxies,
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: answerNoRequest,
    routerOptions: { maxParamLength: 2_000 },
  };
  const server = fastify(settings);
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(answerError);
  const methodsOf = allowedMethods(server);
  server.setNotFoundHandler(async (request, reply) => {
    if (site !== undefined && serveSite(site, request, reply) !== undefined) return reply;
    const methods = methodsOf(request.url);
    if (methods.length > 0) {
      const detail = `This address does not support ${request.method}.`;
      return await reply
        .code(405)
        .header('allow', methods.join(', '))
        .send({ detail, error_code: 'METHOD_NOT_ALLOWED' });
    }
    return await reply.code(404).send({ detail: 'There is nothing at this address.', error_code: 'NOT_FOUND' });
  });
  keepBodies(server);
  logRequests(server);
  server.addHook('onRequest', async (request, reply) => {
    // For countdowns on the pages: the arena's clock can differ from the clock of the viewer's machine.
    reply.header('x-arena-time', Math.round(services.arena.now())).header('x-arena-speed', services.clockSpeed);
    return limitRate(services, request, reply);
  });
  server.addHook('onSend', tagEntity);
  // After tagging, because the tag is computed from the uncompressed answer.
  server.addHook('onSend', compressAnswer);
  server.addHook('onResponse', async (request, reply) => {
    const labels = { route: request.routeOptions.url ?? 'none', method: request.method, status: reply.statusCode };
    services.metrics.requests.observe(labels, reply.elapsedTime / 1000);
  });
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Assay',
        version: services.version,
        description:
          'An arena for shopping agents that turns their attempts into training data.\n\n' +
          'A request with a method that a path does not support gets 405 with `METHOD_NOT_ALLOWED`; `Allow` lists the methods.',
      },
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: describeEndpoint,
    transformObject: describeOptionalBodies,
  });
  await server.register(swaggerUi, { routePrefix: '/docs', staticCSP: CONTENT_POLICY });
  let description: Buffer | undefined;
  server.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    // More than a megabyte, and constant while the server runs.
    description ??= Buffer.from(JSON.stringify(server.swagger()));
    return await reply.type('application/json; charset=utf-8').send(description);
  });
  addRoutes(server, services);
  return server;
}

/** Lets a polling client get a short "not modified". Cached answers already have their tag. */
async function tagEntity(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  return isKnownToClient(request, reply, entityTag(payload)) ? '' : payload;
}

/** Bodies are kept as raw bytes: signatures cover them, and the endpoint decides how to parse them. */
function keepBodies(server: FastifyInstance): void {
  server.decorateRequest('caller', undefined);
  server.decorateRequest('rawBody');
  server.addHook('onRequest', async (request) => {
    request.rawBody = new Uint8Array();
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    request.rawBody = body;
    return body;
  });
}
