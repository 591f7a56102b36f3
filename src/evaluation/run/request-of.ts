import type { RunRecord } from './run-record.ts';

/** The fields of a request that are the same in every turn of an episode. A greedy one has no seed. */
export function requestOf(
  run: RunRecord,
  seed: number | null,
): { readonly model: string; readonly [field: string]: unknown } {
  const takes = new Set<string>(run.extras);
  return {
    model: run.model,
    temperature: seed === null ? 0 : run.temperature,
    top_p: seed === null ? 1 : run.top_p,
    [takes.has('max_tokens') ? 'max_tokens' : 'max_completion_tokens']: run.max_tokens,
    ...(seed !== null && takes.has('seed') && { seed }),
    ...(takes.has('logprobs') && { logprobs: true }),
    ...(takes.has('return_token_ids') && { return_token_ids: true }),
    ...(takes.has('stream') && { stream: true }),
    ...(takes.has('stream') && takes.has('stream_options') && { stream_options: { include_usage: true } }),
  };
}
