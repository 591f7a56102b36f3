import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { answerError } from './http/answer-error.ts';
import { tagEntity } from './http/entity-tag.ts';
import { limitRate } from './http/limit-rate.ts';
import { parseBodies } from './http/parse-bodies.ts';
import { SECURITY_SCHEMES } from './http/security.ts';
import { refuseUnstorableText } from './http/storable-text.ts';
import { addRoutes } from './routes/add-routes.ts';
import type { Services } from './services.ts';

export interface ArenaServerOptions {
  /** Where the log goes; nowhere when left out. */
  readonly logger?: FastifyServerOptions['logger'];
  /** How many proxies stand in front, whose word about a caller's address is believed. */
  readonly trustedProxies?: number;
}

const MAX_BODY_BYTES = 512 * 1024;
const REQUEST_TIMEOUT_MILLISECONDS = 60_000;

/** Headers and the tickets of files let their reader act for a while; neither has a place in a log. */
function loggedRequest({ method, url, ip }: FastifyRequest): Readonly<Record<string, string>> {
  return { method, url: url.replace(/^(\/v1\/files\/[^/]+\/).*/, '$1…'), ip };
}

/** The arena's HTTP API. Endpoints are in `routes/`, one file per group or idea. */
export async function createArenaServer(
  services: Services,
  { logger = false, trustedProxies = 0 }: ArenaServerOptions = {},
): Promise<FastifyInstance> {
  const settings: FastifyServerOptions = {
    logger: typeof logger === 'object' ? { ...logger, serializers: { req: loggedRequest } } : logger,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    trustProxy: trustedProxies === 0 ? false : (_address, hop) => hop < trustedProxies,
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    routerOptions: { maxParamLength: 2_000 },
  };
  const server = fastify(settings);
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(answerError);
  server.setNotFoundHandler(async (request, reply) => {
    const limited = limitRate(services, request, reply);
    if (limited !== undefined) return limited;
    return await reply.code(404).send({ detail: 'There is nothing at this address.', error_code: 'NOT_FOUND' });
  });
  parseBodies(server, MAX_BODY_BYTES);
  server.addHook('onRequest', async (request, reply) => limitRate(services, request, reply));
  server.addHook('preValidation', refuseUnstorableText);
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
    transform: jsonSchemaTransform,
  });
  await server.register(swaggerUi, { routePrefix: '/docs' });
  server.get('/openapi.json', { schema: { hide: true } }, async () => server.swagger());
  addRoutes(server, services);
  return server;
}
