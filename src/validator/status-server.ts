import fastify, { type FastifyInstance } from 'fastify';
import type { Validator } from './validator.ts';

/** After this long without an answer from the arena, or without disk space, an operator should look. */
const SILENT_MILLISECONDS = 10 * 60_000;

/** For monitoring: `/health` returns 503 when the validator needs attention, `/metrics` is for Prometheus. */
export function createStatusServer(validator: Validator, programVersion: string): FastifyInstance {
  const server = fastify();

  server.get('/health', async (_request, reply) => {
    const status = validator.status();
    const { state, run } = status;
    const isSilent = run === null && validator.silentMilliseconds > SILENT_MILLISECONDS;
    const isWell =
      !isSilent && state !== 'no space' && state !== 'banned' && state !== 'unstaked' && state !== 'stopped';
    const said = { status: isWell ? 'healthy' : 'unhealthy', version: programVersion, ...status };
    return await reply.code(isWell ? 200 : 503).send(said);
  });

  server.get('/metrics', async (_request, reply) => {
    const { registry } = validator.metrics;
    return await reply.type(registry.contentType).send(await registry.metrics());
  });
  return server;
}
