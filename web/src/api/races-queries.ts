import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  raceAlarmSchema,
  raceCurrentSchema,
  raceDetailSchema,
  raceHistorySchema,
  raceVarianceSchema,
  topHistorySchema,
} from '../../../src/board/wire.ts';
import { ask } from './ask.ts';

/** A race can have a thousand racers; the page shows the first ones and loads more on request. */
const CURRENT_PAGE = 25;
const RACE_PAGE = 200;

export function currentRaceQuery() {
  return infiniteQueryOptions({
    queryKey: ['races', 'current'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      ask(`/v1/public/races/current?${pageOf(CURRENT_PAGE, pageParam)}`, raceCurrentSchema, { signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

function pageOf(limit: number, cursor: string): URLSearchParams {
  return new URLSearchParams({ limit: `${limit}`, ...(cursor !== '' && { cursor }) });
}

/** Whether scripts did better than agentic versions in the newest races, or the judge decided them. */
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
  return infiniteQueryOptions({
    queryKey: ['races', raceId],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const path = `/v1/public/races/${encodeURIComponent(raceId)}`;
      return ask(`${path}?${pageOf(RACE_PAGE, pageParam)}`, raceDetailSchema, { signal });
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

export function raceVarianceQuery(raceId: string) {
  return queryOptions({
    queryKey: ['races', raceId, 'variance'],
    queryFn: ({ signal }) =>
      ask(`/v1/public/races/${encodeURIComponent(raceId)}/validator-variance`, raceVarianceSchema, { signal }),
  });
}

/** The newest champions of the active suite. */
export function championsQuery() {
  return queryOptions({
    queryKey: ['races', 'champions'],
    queryFn: ({ signal }) => ask('/v1/public/top/history?limit=50', topHistorySchema, { signal }),
  });
}
