import type { FastifyInstance } from 'fastify';
import { healthSchema } from '../../arena/wire.ts';
import { addEndpoint } from '../http/endpoint.ts';
import type { Services } from '../start/services.ts';

export function healthRoutes(server: FastifyInstance, services: Services): void {
  const say = (status: string) => ({ status, version: services.version, arena: services.identity.signatures.arena });

  addEndpoint(server, services, {
    method: 'GET',
    path: '/health',
    id: 'health_check',
    group: 'health',
    summary: 'Whether the server answers, and the name under which requests to it are signed',
    need: 'nobody',
    answer: healthSchema,
    handle: async () => say('healthy'),
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: '/health/deep',
    id: 'deep_health_check',
    group: 'health',
    summary: 'Whether its database answers too; 503 when not',
    need: 'nobody',
    answer: healthSchema,
    handle: async ({ reply }) => {
      try {
        await services.arena.database.reader.selectFrom('suites').select('suite_id').limit(1).execute();
        return say('healthy');
      } catch (error) {
        reply.log.error({ err: error }, 'database does not answer');
        return await reply.code(503).send({ detail: 'The database does not answer.', error_code: 'STORAGE_FAILED' });
      }
    },
  });
}
