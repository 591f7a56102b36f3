import { queryOptions } from '@tanstack/react-query';
import {
  raceAlarmSchema,
  raceCurrentSchema,
  raceDetailSchema,
  raceHistorySchema,
  raceVarianceSchema,
} from '../../../src/board/wire.ts';
import { ask } from './ask.ts';

export function currentRaceQuery() {
  return queryOptions({
    queryKey: ['races', 'current'],
    queryFn: ({ signal }) => ask('/v1/public/races/current', raceCurrentSchema, { signal }),
  });
}

/** Whether the newest races rewarded scripts, or were decided by the judge. */
export function raceAlarmQuery() {
  return queryOptions({
    queryKey: ['races', 'alarm'],
    queryFn: ({ signal }) => ask('/v1/public/races/alarm', raceAlarmSchema, { signal }),
  });
}

export function raceHistoryQuery(limit: number, offset: number) {
  return queryOptions({
    queryKey: ['races', 'history', limit, offset],
    queryFn: ({ signal }) =>
      ask(`/v1/public/races/history?limit=${limit}&offset=${offset}`, raceHistorySchema, { signal }),
  });
}

export function raceQuery(raceId: string) {
  return queryOptions({
    queryKey: ['races', raceId],
    queryFn: ({ signal }) => ask(`/v1/public/races/${encodeURIComponent(raceId)}`, raceDetailSchema, { signal }),
  });
}

export function raceVarianceQuery(raceId: string) {
  return queryOptions({
    queryKey: ['races', raceId, 'variance'],
    queryFn: ({ signal }) =>
      ask(`/v1/public/races/${encodeURIComponent(raceId)}/validator-variance`, raceVarianceSchema, { signal }),
  });
}
