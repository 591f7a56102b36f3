import type { FastifyInstance } from 'fastify';
import { healthSchema } from '../../arena/wire.ts';
import { Fault } from '../../fault/fault.ts';
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
    summary: 'Whether its database answers and its disk can be written too; 503 when not',
    need: 'nobody',
    answer: healthSchema,
    handle: async ({ reply }) => {
      try {
        await services.arena.database.reader.selectFrom('suites').select('suite_id').limit(1).execute();
      } catch (error) {
        reply.log.error({ err: error }, 'database does not answer');
        return await reply.code(503).send({ detail: 'The database does not answer.', error_code: 'STORAGE_FAILED' });
      }
      try {
        await services.checkStorage();
      } catch (error) {
        reply.log.error({ err: error }, 'data folder cannot be written');
        const isFull = Fault.isInstance(error) && error.code === 'STORAGE_FULL';
        return await reply.code(503).send({
          detail: isFull ? 'The disk is full.' : 'The data folder or the blobs cannot be written.',
          error_code: isFull ? 'STORAGE_FULL' : 'STORAGE_FAILED',
        });
      }
      return say('healthy');
    },
  });
}
