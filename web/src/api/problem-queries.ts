import { queryOptions } from '@tanstack/react-query';
import { problemPageSchema, runProblemsSchema } from '../../../src/board/wire.ts';
import { ask } from './ask.ts';

/** Limit on attempts; solved ones come first. */
const MOST_ATTEMPTS = 500;

/** `hotkey`: hotkey of the session. Contestants see more of their own attempts. */
export function problemQuery(problemId: string, hotkey: string | undefined, offset = 0) {
  const page = new URLSearchParams({ limit: `${MOST_ATTEMPTS}`, offset: `${offset}` });
  return queryOptions({
    queryKey: ['versions', 'problem', problemId, hotkey, offset],
    queryFn: ({ signal }) =>
      ask(`/v1/public/problems/${encodeURIComponent(problemId)}?${page}`, problemPageSchema, { signal }),
  });
}

export function runProblemsQuery(runId: string, hotkey: string | undefined) {
  return queryOptions({
    queryKey: ['versions', 'run problems', runId, hotkey],
    queryFn: ({ signal }) =>
      ask(`/v1/public/evaluation-runs/${encodeURIComponent(runId)}/problems`, runProblemsSchema, { signal }),
  });
}
