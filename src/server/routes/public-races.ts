import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changesRanking } from '../../board/answer-changes.ts';
import { raceAlarm, raceCurrent, raceDetail, raceHistory, raceVariance, seedCommitment } from '../../board/races.ts';
import {
  currentRacersQuerySchema,
  raceAlarmQuerySchema,
  raceAlarmSchema,
  raceCurrentSchema,
  raceDetailSchema,
  raceHistoryQuerySchema,
  raceHistorySchema,
  racersQuerySchema,
  raceVarianceSchema,
  seedCommitmentSchema,
  uuidSchema,
} from '../../board/wire.ts';
import { addEndpoint, ONCE_A_SECOND } from '../http/endpoint.ts';
import type { Services } from '../start/services.ts';

export function publicRaceRoutes(server: FastifyInstance, services: Services): void {
  const { arena } = services;
  const open = { method: 'GET', group: 'public', need: 'none' } as const;
  const params = z.object({ race_id: uuidSchema });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/races/current',
    id: 'get_current_race',
    summary: 'The race under way or the window before it, and when the next closes',
    query: currentRacersQuerySchema,
    answer: raceCurrentSchema,
    cache: {
      maxAgeMilliseconds: 5_000,
      maxArenaMilliseconds: 5_000,
      changedBy: changesRanking,
      // The next window must always close in the future.
      expiresAt: ({ next_window }) => Date.parse(next_window.closes_at),
    },
    handle: ({ query }) => raceCurrent(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/races/history',
    id: 'get_race_history',
    cache: ONCE_A_SECOND,
    summary: 'Races that are over or were cancelled, the newest first',
    query: raceHistoryQuerySchema,
    answer: raceHistorySchema,
    handle: ({ query }) => raceHistory(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/races/alarm',
    id: 'get_race_alarm',
    cache: ONCE_A_SECOND,
    summary: 'Whether scripted versions outscored agentic ones in the newest races, or the judge changed a winner',
    query: raceAlarmQuerySchema,
    answer: raceAlarmSchema,
    handle: ({ query }) => raceAlarm(arena, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/races/:race_id',
    id: 'get_race_detail',
    cache: ONCE_A_SECOND,
    summary: 'One race, with the differences to the incumbent and their intervals once it is over',
    params,
    query: racersQuerySchema,
    answer: raceDetailSchema,
    handle: ({ params: { race_id }, query }) => raceDetail(arena, race_id, query),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/races/:race_id/seed-commitment',
    id: 'get_race_seed_commitment',
    cache: ONCE_A_SECOND,
    summary: 'The commitment to the draw of a race, its beacon, and its seed once the draw is public',
    params,
    answer: seedCommitmentSchema,
    handle: ({ params: { race_id } }) => seedCommitment(arena, race_id),
  });

  addEndpoint(server, services, {
    ...open,
    path: '/v1/public/races/:race_id/validator-variance',
    id: 'get_race_validator_variance',
    cache: ONCE_A_SECOND,
    summary: 'Spread of scores between validators',
    params,
    answer: raceVarianceSchema,
    handle: ({ params: { race_id } }) => raceVariance(arena, race_id),
  });
}
