import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { LedgerEventWire } from '../../../src/board/ledger-event.ts';
import {
  arenaOverviewSchema,
  leaderboardSchema,
  ledgerSearchSchema,
  pendingSchema,
  raceCurrentSchema,
  runningEvaluationsSchema,
  topPayoutSchema,
  topSchema,
} from '../../../src/board/wire.ts';
import { ask } from './ask.ts';

/** One or two screens; more entries are loaded on scrolling. */
const LEADERBOARD_PAGE = 250;
/**
 * Events per request. A second, larger request follows if most of the first events are chain routine, which is not
 * shown.
 */
const TAIL = [40, 160];

/** Validators come and go without an event, so the overview is polled. */
const OVERVIEW_MILLISECONDS = 10_000;

export function arenaQuery() {
  return queryOptions({
    queryKey: ['board', 'arena'],
    refetchInterval: OVERVIEW_MILLISECONDS,
    queryFn: ({ signal }) => ask('/v1/public/arena', arenaOverviewSchema, { signal }),
  });
}

export function phaseQuery() {
  return queryOptions({
    queryKey: ['board', 'phase'],
    queryFn: ({ signal }) => ask('/v1/public/races/current?limit=1', raceCurrentSchema, { signal }),
  });
}

export function topQuery() {
  return queryOptions({
    queryKey: ['board', 'top'],
    queryFn: ({ signal }) => ask('/v1/public/top', topSchema, { signal }),
  });
}

export function payoutQuery() {
  return queryOptions({
    queryKey: ['board', 'payout'],
    queryFn: ({ signal }) => ask('/v1/public/top-miner-payout', topPayoutSchema, { signal }),
  });
}

/** `wanted` is the sort order and the filters as a query string of the API. */
export function leaderboardQuery(wanted: string) {
  return infiniteQueryOptions({
    queryKey: ['board', 'leaderboard', wanted],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(wanted);
      query.set('limit', `${LEADERBOARD_PAGE}`);
      if (pageParam !== '') query.set('cursor', pageParam);
      return ask(`/v1/public/leaderboard?${query}`, leaderboardSchema, { signal });
    },
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    // Keeps the previous results until the new ones arrive, so that the table does not jump with every keystroke.
    placeholderData: keepPreviousData,
  });
}

export function runningQuery() {
  return queryOptions({
    queryKey: ['board', 'running'],
    queryFn: ({ signal }) => ask('/v1/public/evaluations/running', runningEvaluationsSchema, { signal }),
  });
}

export function pendingQuery() {
  return queryOptions({
    queryKey: ['board', 'pending'],
    queryFn: ({ signal }) => ask('/v1/public/evaluations/pending?limit=500', pendingSchema, { signal }),
  });
}

/** The end of the ledger when the page was opened, newest first. Later events arrive over the event stream. */
export function ledgerTailQuery(isEnough: (events: readonly LedgerEventWire[]) => boolean) {
  return queryOptions({
    queryKey: ['ledger tail'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<readonly LedgerEventWire[]> => {
      const events: LedgerEventWire[] = [];
      const query = new URLSearchParams();
      for (const limit of TAIL) {
        query.set('limit', `${limit}`);
        const page = await ask(`/v1/public/ledger/search?${query}`, ledgerSearchSchema, { signal });
        events.push(...page.events);
        if (page.next_before === null || isEnough(events)) break;
        query.set('before', `${page.next_before}`);
      }
      return events;
    },
  });
}
