import type { FastifyInstance, FastifyReply } from 'fastify';
import { checkedHealthSchema, healthSchema } from '../../arena/wire.ts';
import { Fault } from '../../fault/fault.ts';
import type { FaultCode } from '../../fault/fault-table.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { HEALTH_CHECKS, type HealthCheckName, type HealthCheckResult } from '../start/health-checks.ts';
import type { Services } from '../start/services.ts';

/**
 * Without these, requests fail. A full disk or a briefly unavailable chain needs an operator, not a proxy that stops
 * traffic: most requests still work, with the last known state of the chain.
 */
const NEEDED: readonly HealthCheckName[] = ['database', 'blobs', 'metagraph'];

/** The public part of a failure; hosts and paths are only in the log. */
const FAILURES: Readonly<Record<HealthCheckName, readonly [code: FaultCode, detail: string]>> = {
  database: ['STORAGE_UNAVAILABLE', 'The database does not answer.'],
  blobs: ['STORAGE_UNAVAILABLE', 'Blobs cannot be written.'],
  disk: ['STORAGE_FAILED', 'The data folder cannot be written.'],
  chain: ['CHAIN_FAILED', 'The chain does not answer.'],
  metagraph: ['CHAIN_FAILED', 'The chain has not answered for too long, so signing in is not possible.'],
};

export function healthRoutes(server: FastifyInstance, services: Services): void {
  const say = (status: string) => ({ status, version: services.version, arena: services.identity.signatures.arena });

  const examine = async (names: readonly HealthCheckName[], reply: FastifyReply) => {
    const results = await services.health.run(names);
    const checks = results.map(({ name, error }) => ({ name, ok: error === undefined }));
    const failed = results.filter(({ error }) => error !== undefined);
    if (failed.length === 0) return { ...say('healthy'), checks };
    const [error_code, detail] = failureOf(failed[0]!);
    return await reply.code(503).send({ detail, error_code, ...say('unhealthy'), checks });
  };

  addEndpoint(server, services, {
    method: 'GET',
    path: '/health',
    id: 'health_check',
    group: 'health',
    summary: 'Whether the server answers, and the name under which requests to it are signed',
    need: 'none',
    answer: healthSchema,
    handle: async () => say('healthy'),
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: '/health/ready',
    id: 'ready_check',
    group: 'health',
    summary: 'Whether requests can be served: database, blob store, age of the metagraph; 503 when not',
    need: 'none',
    answer: checkedHealthSchema,
    handle: ({ reply }) => examine(NEEDED, reply),
  });

  addEndpoint(server, services, {
    method: 'GET',
    path: '/health/deep',
    id: 'deep_health_check',
    group: 'health',
    summary: 'The same, and whether the chain answers and the data folder has space; 503 when not',
    need: 'none',
    answer: checkedHealthSchema,
    handle: ({ reply }) => examine(HEALTH_CHECKS, reply),
  });
}

function failureOf({ name, error }: HealthCheckResult): readonly [code: FaultCode, detail: string] {
  if (!Fault.isInstance(error) || error.code !== 'STORAGE_FULL') return FAILURES[name];
  return ['STORAGE_FULL', name === 'blobs' ? 'The blob store is full.' : 'The disk is full.'];
}
