import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { raceAlarm, raceCurrent, raceDetail, raceHistory, raceVariance } from '../../board/races.ts';
import {
  raceAlarmQuerySchema,
  raceAlarmSchema,
  raceCurrentSchema,
  raceDetailSchema,
  raceHistoryQuerySchema,
  raceHistorySchema,
  racersQuerySchema,
  raceVarianceSchema,
  uuidSchema,
} from '../../board/wire.ts';
import { addEndpoint } from '../http/endpoint.ts';
import type { Services } from '../start/services.ts';

export function publicRaceRoutes(server: FastifyInstance, services: Services): void {
  const { arena } = services;
  const open = { method: 'GET', group: 'public', need: 'nobody' } as const;
  const params = z.object({ race_id: uuidSchema });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/races/current',
    id: 'get_current_race',
    summary: 'The race under way or the window before it, and when the next closes',
    query: racersQuerySchema,
    answer: raceCurrentSchema,
    handle: ({ query }) => raceCurrent(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/races/history',
    id: 'get_race_history',
    sameForAll: true,
    summary: 'Races that are over or were called off, the newest first',
    query: raceHistoryQuerySchema,
    answer: raceHistorySchema,
    handle: ({ query }) => raceHistory(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/races/alarm',
    id: 'get_race_alarm',
    sameForAll: true,
    summary: 'Whether scripted versions outscored agentic ones in the newest races, or the judge changed a winner',
    query: raceAlarmQuerySchema,
    answer: raceAlarmSchema,
    handle: ({ query }) => raceAlarm(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/races/:race_id',
    id: 'get_race_detail',
    sameForAll: true,
    summary: 'One race, with the differences to the incumbent and their intervals once it is over',
    params,
    query: racersQuerySchema,
    answer: raceDetailSchema,
    handle: ({ params: { race_id }, query }) => raceDetail(arena, race_id, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/races/:race_id/validator-variance',
    id: 'get_race_validator_variance',
    sameForAll: true,
    summary: 'How far validators lay apart',
    params,
    answer: raceVarianceSchema,
    handle: ({ params: { race_id } }) => raceVariance(arena, race_id),
  });
}
