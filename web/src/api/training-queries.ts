import { queryOptions } from '@tanstack/react-query';
import { trainingSummarySchema } from '../../../src/training/browser.ts';
import { ask } from './ask.ts';

/** The trainer writes beside the arena and no event tells of it. */
const LOOK_AGAIN_MILLISECONDS = 5_000;

export function trainingQuery() {
  return queryOptions({
    queryKey: ['training', 'summary'],
    queryFn: ({ signal }) => ask('/v1/public/training', trainingSummarySchema, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.not_run.some(({ why }) => why === 'to come') === true && LOOK_AGAIN_MILLISECONDS,
  });
}
