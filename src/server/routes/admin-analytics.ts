import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { validatorFailures, validatorResources, validatorScores, versionVariance } from '../../board/admin.ts';
import {
  validatorFailuresQuerySchema,
  validatorFailuresSchema,
  validatorResourcesQuerySchema,
  validatorResourcesSchema,
  validatorScoresQuerySchema,
  validatorScoresSchema,
  versionVarianceQuerySchema,
  versionVarianceSchema,
} from '../../board/wire.ts';
import { addEndpoint } from '../http/endpoint.ts';
import { hotkey } from '../http/hotkey.ts';
import type { Services } from '../start/services.ts';

/** Reports that compare validators. They cover running races, so only operators may read them. */
export function adminAnalyticsRoutes(server: FastifyInstance, services: Services): void {
  const { arena } = services;
  const list = { method: 'GET', group: 'admin', need: 'admin' } as const;

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/analytics/validator-scores',
    id: 'get_validator_scores',
    summary: 'Scores, durations and failures of each validator, beside the average',
    query: validatorScoresQuerySchema,
    answer: validatorScoresSchema,
    handle: ({ query }) => validatorScores(arena, query),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/analytics/agent-version-variance',
    id: 'get_agent_version_variance',
    summary: 'Versions that validators scored differently, the widest spread first',
    query: versionVarianceQuerySchema,
    answer: versionVarianceSchema,
    handle: ({ query }) => versionVariance(arena, query),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/analytics/validator-failures/:validator_hotkey',
    id: 'get_validator_failures',
    summary: 'Failed and timed-out runs of one validator, the newest first',
    params: z.object({ validator_hotkey: hotkey }),
    query: validatorFailuresQuerySchema,
    answer: validatorFailuresSchema,
    handle: ({ params, query }) => validatorFailures(arena, params.validator_hotkey, query),
  });

  addEndpoint(server, services, {
    ...list,
    path: '/v1/admin/analytics/validator-resources',
    id: 'get_validator_resource_samples',
    summary: 'The newest load that each validator reported',
    query: validatorResourcesQuerySchema,
    answer: validatorResourcesSchema,
    handle: ({ query }) => validatorResources(arena, query),
  });
}
