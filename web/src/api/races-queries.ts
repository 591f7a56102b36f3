import { queryOptions } from '@tanstack/react-query';
import type { RaceVarianceWire } from '../../../src/arena/board/wire/race-variance-wire.ts';
import type { RaceCurrentWire, RaceDetailWire, RaceHistoryWire } from '../../../src/arena/board/wire/race-wire.ts';
import { ask } from './ask.ts';

export function currentRaceQuery() {
  return queryOptions({
    queryKey: ['races', 'current'],
    queryFn: ({ signal }) => ask<RaceCurrentWire>('/v1/public/races/current', { signal }),
  });
}

export function raceHistoryQuery(limit: number, offset: number) {
  return queryOptions({
    queryKey: ['races', 'history', limit, offset],
    queryFn: ({ signal }) =>
      ask<RaceHistoryWire>(`/v1/public/races/history?limit=${limit}&offset=${offset}`, { signal }),
  });
}

export function raceQuery(raceId: string) {
  return queryOptions({
    queryKey: ['races', raceId],
    queryFn: ({ signal }) => ask<RaceDetailWire>(`/v1/public/races/${encodeURIComponent(raceId)}`, { signal }),
  });
}

export function raceVarianceQuery(raceId: string) {
  return queryOptions({
    queryKey: ['races', raceId, 'variance'],
    queryFn: ({ signal }) =>
      ask<RaceVarianceWire>(`/v1/public/races/${encodeURIComponent(raceId)}/validator-variance`, { signal }),
  });
}
