import { z } from 'zod';
import { hasChoices } from '../chat/read-response.ts';
import type { ChatAnswer } from '../inference/inference.ts';
import type { Credential } from './gateway.ts';
import { readBody } from './http/recorded-body.ts';

export type ProviderJudgement =
  /** The agent gets the provider's answer as it is. */
  | { readonly kind: 'pass on'; readonly bought: boolean }
  | {
      readonly kind: 'fault';
      readonly code: 'CREDENTIAL_REFUSED' | 'INFERENCE_FAILED';
      readonly status: number;
      readonly message: string;
    };

const quotaSchema = z.object({
  error: z.union([
    z.object({ code: z.literal('insufficient_quota') }),
    z.object({ type: z.literal('insufficient_quota') }),
  ]),
});

/** Neither the request nor the key can bring these about: path and model are ours, and so is patience with a provider. */
const PROVIDER_TROUBLE = new Set([404, 405, 408, 429]);

/**
 * Who answers for what a provider said. A key that is refused is the fault of whoever gave it; a provider that fails
 * is never the agent's; what the provider finds wrong with a request is between it and the agent.
 */
export function judgeProviderAnswer(answer: ChatAnswer, owner: Credential['owner']): ProviderJudgement {
  const { status } = answer;
  if (status >= 200 && status < 300) {
    // Some providers answer 200 with an error in the body, or with a page of HTML.
    const { json } = readBody(answer.body);
    if (json.ok && hasChoices(json.value)) return { kind: 'pass on', bought: true };
    return failed(502, 'The model endpoint answered with something that is no chat completion.');
  }
  const keyRefused = [401, 402, 403].includes(status) || (status === 429 && saysQuota(answer.body));
  if (keyRefused && owner === 'contestant') {
    const message = `The provider refused the contestant's key with ${status}: ${answer.body.slice(0, 200)}`;
    return { kind: 'fault', code: 'CREDENTIAL_REFUSED', status: 402, message };
  }
  if (keyRefused) return failed(502, `The provider refused our key with ${status}.`);
  if (status >= 400 && status < 500 && !PROVIDER_TROUBLE.has(status)) return { kind: 'pass on', bought: false };
  return failed(status === 429 || status === 503 ? 503 : 502, `The model endpoint answered ${status}.`);
}

function failed(status: number, message: string): ProviderJudgement {
  return { kind: 'fault', code: 'INFERENCE_FAILED', status, message };
}

function saysQuota(body: string): boolean {
  const { json } = readBody(body);
  return json.ok && quotaSchema.safeParse(json.value).success;
}
