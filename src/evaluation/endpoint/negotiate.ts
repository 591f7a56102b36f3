import { openAiTools } from '../../tools/openai-tools.ts';
import type { Endpoint } from './endpoint.ts';
import { endpointSilent } from './endpoint-faults.ts';

/** Fields beyond the plain request that a server may refuse, the most unusual first. */
export const EXTRAS = [
  'return_token_ids',
  'logprobs',
  'stream_options',
  'stream',
  'seed',
  'tools',
  // Where it is refused, the limit goes by its newer name.
  'max_tokens',
] as const;

export type Extra = (typeof EXTRAS)[number];

const PROBE_TOKENS = 16;

const PROBE: Readonly<Record<Extra, unknown>> = {
  return_token_ids: true,
  logprobs: true,
  stream_options: { include_usage: true },
  stream: true,
  seed: 1,
  tools: openAiTools(['terminate']),
  max_tokens: PROBE_TOKENS,
};

/**
 * Which of the extras an endpoint takes, found out before anything is measured: some servers ignore what they do not
 * know, others refuse the whole request for it. Whoever is not there, refuses the key or has no such model is found out
 * here too, and not after an hour.
 */
export async function negotiate(endpoint: Endpoint, model: string, baseUrl: string): Promise<readonly Extra[]> {
  let extras: readonly Extra[] = EXTRAS;
  for (;;) {
    const body = {
      model,
      messages: [{ role: 'user', content: 'Say yes.' }],
      ...(!extras.includes('max_tokens') && { max_completion_tokens: PROBE_TOKENS }),
      ...Object.fromEntries(extras.map((extra) => [extra, PROBE[extra]])),
    };
    const reply = await endpoint.ask(body);
    if (reply.kind !== 'failure') return extras;
    if (reply.failure !== 'request refused' || extras.length === 0) throw endpointSilent(baseUrl, reply.detail);
    const blamed = extras.find((extra) => new RegExp(`\\b${extra}\\b`).test(reply.detail)) ?? extras[0]!;
    // Options of a stream make no sense without one.
    extras = extras.filter((extra) => extra !== blamed && !(blamed === 'stream' && extra === 'stream_options'));
  }
}
