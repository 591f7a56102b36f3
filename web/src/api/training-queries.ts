import { queryOptions } from '@tanstack/react-query';
import { trainingRunSchema, trainingRunsSchema, trainingSamplesSchema } from '../../../src/training/browser.ts';
import { ask } from './ask.ts';

/** The trainer writes its files outside the arena, so there is no event and the page polls. */
const LOOK_AGAIN_MILLISECONDS = 5_000;

export function trainingRunsQuery() {
  return queryOptions({
    queryKey: ['training', 'runs'],
    queryFn: ({ signal }) => ask('/v1/public/training/runs', trainingRunsSchema, { signal }),
  });
}

export function trainingRunQuery(runId: string) {
  return queryOptions({
    queryKey: ['training', 'run', runId],
    queryFn: ({ signal }) =>
      ask(`/v1/public/training/runs/${encodeURIComponent(runId)}`, trainingRunSchema, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.summary.not_run.some(({ why }) => why === 'to come') === true && LOOK_AGAIN_MILLISECONDS,
  });
}

export function trainingSamplesQuery(runId: string, problemId: string) {
  return queryOptions({
    queryKey: ['training', 'samples', runId, problemId],
    queryFn: ({ signal }) => {
      const path = `/v1/public/training/runs/${encodeURIComponent(runId)}/samples`;
      return ask(`${path}?${new URLSearchParams({ problem_id: problemId })}`, trainingSamplesSchema, { signal });
    },
  });
}
