import type { FastifyInstance } from 'fastify';
import type { Services } from '../start/services.ts';
import { adminAnalyticsRoutes } from './admin-analytics.ts';
import { adminArenaRoutes } from './admin-arena.ts';
import { adminListRoutes } from './admin-lists.ts';
import { adminPolicyRoutes } from './admin-policy.ts';
import { adminVersionRoutes } from './admin-versions.ts';
import { attemptRoutes } from './attempts.ts';
import { authRoutes } from './auth.ts';
import { chainRoutes } from './chain.ts';
import { corpusRoutes } from './corpus.ts';
import { eventRoutes } from './events.ts';
import { feedRoutes } from './feeds.ts';
import { fileRoutes } from './files.ts';
import { healthRoutes } from './health.ts';
import { marketRoutes } from './market.ts';
import { metricsRoutes } from './metrics.ts';
import { minerRoutes } from './miner.ts';
import { minerInferenceRoutes } from './miner-inference.ts';
import { profileRoutes } from './profiles.ts';
import { publicBoardRoutes } from './public-board.ts';
import { publicRaceRoutes } from './public-races.ts';
import { publicVersionRoutes } from './public-versions.ts';
import { trainingRoutes } from './training.ts';
import { validatorRoutes } from './validator.ts';
import { webhookRoutes } from './webhooks.ts';

const GROUPS = [
  healthRoutes,
  authRoutes,
  publicBoardRoutes,
  publicVersionRoutes,
  attemptRoutes,
  publicRaceRoutes,
  eventRoutes,
  feedRoutes,
  corpusRoutes,
  trainingRoutes,
  minerRoutes,
  minerInferenceRoutes,
  profileRoutes,
  webhookRoutes,
  validatorRoutes,
  marketRoutes,
  chainRoutes,
  fileRoutes,
  adminListRoutes,
  adminAnalyticsRoutes,
  adminVersionRoutes,
  adminArenaRoutes,
  adminPolicyRoutes,
  metricsRoutes,
];

export function addRoutes(server: FastifyInstance, services: Services): void {
  for (const add of GROUPS) add(server, services);
}
