import { queryOptions } from '@tanstack/react-query';
import { checkedHealthSchema } from '../../../src/arena/browser.ts';
import {
  adminBankSchema,
  adminFaultsSchema,
  adminRacesSchema,
  adminRunsSchema,
  adminValidatorsSchema,
  flaggedSchema,
  nearCopiesSchema,
  stopSchema,
  stuckSchema,
} from '../../../src/board/wire.ts';
import { ask } from './ask.ts';

/**
 * Heartbeats and leases emit no events, so everything is polled. The interval keeps all of it within the rate limit.
 */
const EVERY = { refetchInterval: 15_000 } as const;
/** Longer, because the storage check writes to the storage. */
const HEALTH = { refetchInterval: 60_000 } as const;
const MOST_RUNS = 200;

/** Runs leased by validators: claimed first, then running. */
export function leasesQuery() {
  return queryOptions({
    ...EVERY,
    queryKey: ['operator', 'leases'],
    queryFn: async ({ signal }) => {
      const [running, claimed] = await Promise.all(
        ['RUNNING', 'CLAIMED'].map((status) =>
          ask(`/v1/admin/evaluation-runs?status=${status}&limit=${MOST_RUNS}`, adminRunsSchema, { signal }),
        ),
      );
      return [...claimed!.evaluation_runs, ...running!.evaluation_runs];
    },
  });
}

export function adminValidatorsQuery() {
  return queryOptions({
    ...EVERY,
    queryKey: ['operator', 'validators'],
    queryFn: ({ signal }) => ask('/v1/admin/validators?limit=500', adminValidatorsSchema, { signal }),
  });
}

export function faultsQuery(hours: number) {
  return queryOptions({
    ...EVERY,
    queryKey: ['operator', 'faults', hours],
    queryFn: ({ signal }) => ask(`/v1/admin/faults?hours=${hours}`, adminFaultsSchema, { signal }),
  });
}

export function bankQuery() {
  return queryOptions({
    ...EVERY,
    queryKey: ['operator', 'bank'],
    queryFn: ({ signal }) => ask('/v1/admin/bank', adminBankSchema, { signal }),
  });
}

export function stuckQuery() {
  return queryOptions({
    ...EVERY,
    queryKey: ['operator', 'stuck'],
    queryFn: ({ signal }) => ask('/v1/admin/stuck', stuckSchema, { signal }),
  });
}

export function stopsQuery() {
  return queryOptions({
    ...EVERY,
    queryKey: ['operator', 'stops'],
    queryFn: async ({ signal }) => {
      const [claims, submissions] = await Promise.all(
        ['validator', 'submission'].map((word) => ask(`/v1/admin/${word}-pause`, stopSchema, { signal })),
      );
      return { claims: claims!, submissions: submissions! };
    },
  });
}

export function adminRacesQuery() {
  return queryOptions({
    ...EVERY,
    queryKey: ['operator', 'races'],
    queryFn: ({ signal }) => ask('/v1/admin/races/current', adminRacesSchema, { signal }),
  });
}

const MOST_TO_REVIEW = 100;

/** Versions flagged for review, and pairs of versions that resemble each other. */
export function reviewQuery() {
  return queryOptions({
    ...EVERY,
    queryKey: ['operator', 'review'],
    queryFn: async ({ signal }) => {
      const [flagged, copies] = await Promise.all([
        ask(`/v1/admin/submissions/flagged?limit=${MOST_TO_REVIEW}`, flaggedSchema, { signal }),
        ask(`/v1/admin/submissions/near-copies?limit=${MOST_TO_REVIEW}`, nearCopiesSchema, { signal }),
      ]);
      return { flagged, copies };
    },
  });
}

export function healthQuery() {
  return queryOptions({
    ...HEALTH,
    queryKey: ['operator', 'health'],
    retry: false,
    queryFn: ({ signal }) => ask('/health/deep', checkedHealthSchema, { signal }),
  });
}
