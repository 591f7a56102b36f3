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

/** A screen or two; more are loaded when they are scrolled to. */
const LEADERBOARD_PAGE = 250;
/** Events in each request. Where most of the first are the chain's routine, which is left out, more are read. */
const TAIL = [40, 160];

/** Validators come and go without an event, so what is waited for is asked again. */
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

/** `wanted` says how it is sorted and filtered, as the API takes it. */
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
    // What was found before stays until the next is there, so that the table does not jump with every letter.
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

/** The end of the ledger as it was when the page was opened, the newest first; what comes later comes by itself. */
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
