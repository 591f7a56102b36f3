import type { Endpoint } from './endpoint.ts';
import { endpointSilent } from './endpoint-faults.ts';

/** Optional request fields that a server may reject, the most unusual first. */
export const EXTRAS = [
  'return_token_ids',
  'logprobs',
  'stream_options',
  'stream',
  'seed',
  'tools',
  // If it is rejected, the newer name of the limit is used.
  'max_tokens',
] as const;

export type Extra = (typeof EXTRAS)[number];

/** All extras except the tokens of an answer, which take a hundred bytes each and are not needed to measure success. */
export const PLAIN_EXTRAS: readonly Extra[] = EXTRAS.filter(
  (extra) => extra !== 'return_token_ids' && extra !== 'logprobs',
);

const PROBE_TOKENS = 16;

const PROBE: Readonly<Record<Exclude<Extra, 'tools'>, unknown>> = {
  return_token_ids: true,
  logprobs: true,
  stream_options: { include_usage: true },
  stream: true,
  seed: 1,
  max_tokens: PROBE_TOKENS,
};

/**
 * Finds out which extras an endpoint accepts, before anything is measured: some servers ignore unknown fields, others
 * reject the request. It also detects a missing server, a rejected key or an unknown model at once instead of after an
 * hour. `tools` is the list that the probe offers, `wanted` are the extras to try.
 */
export async function negotiate(
  endpoint: Endpoint,
  model: string,
  baseUrl: string,
  tools: readonly unknown[],
  wanted: readonly Extra[],
): Promise<readonly Extra[]> {
  const probe: Readonly<Record<Extra, unknown>> = { ...PROBE, tools };
  let extras = wanted;
  for (;;) {
    const body = {
      model,
      messages: [{ role: 'user', content: 'Say yes.' }],
      ...(!extras.includes('max_tokens') && { max_completion_tokens: PROBE_TOKENS }),
      ...Object.fromEntries(extras.map((extra) => [extra, probe[extra]])),
    };
    const reply = await endpoint.ask(body);
    if (reply.kind !== 'failure') return extras;
    if (reply.failure !== 'request refused' || extras.length === 0) throw endpointSilent(baseUrl, reply.detail);
    const blamed = extras.find((extra) => new RegExp(`\\b${extra}\\b`).test(reply.detail)) ?? extras[0]!;
    // Stream options are invalid without a stream.
    extras = extras.filter((extra) => extra !== blamed && !(blamed === 'stream' && extra === 'stream_options'));
  }
}
