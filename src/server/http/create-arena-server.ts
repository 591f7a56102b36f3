import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { addRoutes } from '../routes/add-routes.ts';
import { serveSite } from '../site/serve-site.ts';
import type { Site } from '../site/site.ts';
import type { Services } from '../start/services.ts';
import { answerError } from './answer-error.ts';
import { answerNoRequest } from './answer-no-request.ts';
import { describeEndpoint, describeOptionalBodies } from './describe-api.ts';
import { tagEntity } from './entity-tag.ts';
import { keepBodies } from './keep-bodies.ts';
import { limitRate } from './limit-rate.ts';
import { SECURITY_SCHEMES } from './security.ts';

export interface ArenaServerOptions {
  /** Where the log goes; nowhere when left out. */
  readonly logger?: FastifyServerOptions['logger'];
  /** How many proxies stand in front, whose word about a caller's address is believed. */
  readonly trustedProxies?: number;
  /** The dashboard; none when left out. */
  readonly site?: Site | undefined;
}

const MAX_BODY_BYTES = 512 * 1024;
const REQUEST_TIMEOUT_MILLISECONDS = 60_000;

/**
 * Headers and the tickets of files let their reader act for a while, and which problems a race has drawn is hidden; none of
 * it has a place in a log.
 */
function loggedRequest({ method, url, ip, routeOptions }: FastifyRequest): Readonly<Record<string, string>> {
  // By the door, since an address can be written in more than one way.
  const pattern = routeOptions.url ?? '';
  const isSecret = pattern.startsWith('/v1/files/') || pattern.endsWith('/:problem_id');
  return { method, url: isSecret ? pattern : url, ip };
}

/** The arena's HTTP API. Endpoints are in `routes/`, one file per group or idea. */
export async function createArenaServer(
  services: Services,
  { logger = false, trustedProxies = 0, site }: ArenaServerOptions = {},
): Promise<FastifyInstance> {
  const settings: FastifyServerOptions = {
    logger: typeof logger === 'object' ? { ...logger, serializers: { req: loggedRequest } } : logger,
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
  server.setNotFoundHandler(async (request, reply) => {
    if (site !== undefined && serveSite(site, request, reply) !== undefined) return reply;
    return await reply.code(404).send({ detail: 'There is nothing at this address.', error_code: 'NOT_FOUND' });
  });
  keepBodies(server);
  server.addHook('onRequest', async (request, reply) => {
    // Countdowns on the pages run by it: an arena's clock need not be that of the machine that looks.
    reply.header('x-arena-time', Math.round(services.arena.now())).header('x-arena-speed', services.clockSpeed);
    return limitRate(services, request, reply);
  });
  server.addHook('onSend', tagEntity);
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
        description: 'An agent arena that turns competition into training data one can trust.',
      },
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: describeEndpoint,
    transformObject: describeOptionalBodies,
  });
  await server.register(swaggerUi, { routePrefix: '/docs' });
  server.get('/openapi.json', { schema: { hide: true } }, async () => server.swagger());
  addRoutes(server, services);
  return server;
}
