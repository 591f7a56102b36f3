import { z } from 'zod';
import { firstChoice, hasChoices, readResponse } from '../chat/read-response.ts';
import type { ChatAnswer } from '../inference/inference.ts';
import { ownField, textOf } from '../json/json-object.ts';
import type { Credential } from './gateway.ts';
import { recordedBody } from './http/recorded-body.ts';

export type ProviderJudgement =
  /** The agent gets the provider's answer unchanged. */
  | { readonly kind: 'pass on'; readonly bought: boolean }
  | {
      readonly kind: 'fault';
      readonly code: 'CREDENTIAL_REFUSED' | 'INFERENCE_FAILED';
      readonly status: number;
      /** For the record. */
      readonly message: string;
      /** For the agent. */
      readonly told: string;
      /** `account`: other keys may work, as after a rate limit or for a model that this account lacks. */
      readonly about: 'service' | 'account';
      /** Whether the same request may succeed a little later. */
      readonly isPassing: boolean;
    };

const quotaSchema = z.object({
  error: z.union([
    z.object({ code: z.literal('insufficient_quota') }),
    z.object({ type: z.literal('insufficient_quota') }),
  ]),
});

/** OpenRouter's 403 for a request that a moderation model flagged: about the request, not the key. */
const moderationSchema = z.object({ error: z.object({ metadata: z.object({ reasons: z.array(z.string()) }) }) });

/** Not caused by the request or the key: path and model are ours, and rate limits and timeouts are the provider's. */
const PROVIDER_TROUBLE = new Set([404, 405, 408, 429]);

/** Finish reasons of an answer that a provider could not complete: OpenRouter's, DeepSeek's. */
export const UNFINISHED: ReadonlySet<string | null> = new Set(['error', 'insufficient_system_resource']);

/** Statuses that may depend on the key. */
const ABOUT_ACCOUNT = new Set([404, 405, 429]);
/** Statuses that do not change when the request is retried. */
const LASTING = new Set([404, 405]);

const LONGEST_QUOTE = 200;

/**
 * Determines who is responsible for a provider's answer. A rejected key is the fault of its owner. An error that the
 * provider finds in a request is passed on to the agent. `attributeFailure` decides whose fault a provider failure is.
 */
export function judgeProviderAnswer(answer: ChatAnswer, owner: Credential['owner']): ProviderJudgement {
  const { status, body } = answer;
  // With our own key, the provider's message may name our account, and records are public.
  const quoted = owner === 'contestant' ? quote(body) : '';
  if (status >= 200 && status < 300) {
    const flaw = flawOf(body, owner === 'contestant');
    if (flaw === null) return { kind: 'pass on', bought: true };
    const told = 'The model endpoint returned no usable answer.';
    return failed(502, `The model endpoint answered ${status} with ${flaw}.`, { told, isPassing: true });
  }
  if (isFlagged(answer)) return { kind: 'pass on', bought: false };
  const keyRefused = [401, 402, 403].includes(status) || (status === 429 && says(quotaSchema, body));
  if (keyRefused && owner === 'contestant') {
    const message = `The provider refused the contestant's key with ${status}${quoted}`;
    const fault = { code: 'CREDENTIAL_REFUSED', about: 'account', isPassing: false } as const;
    return { kind: 'fault', ...fault, status: 402, message, told: message };
  }
  if (keyRefused) return failed(502, `The provider refused our key with ${status}.`);
  if (status >= 400 && status < 500 && !PROVIDER_TROUBLE.has(status)) return { kind: 'pass on', bought: false };
  const told = `The model endpoint answered ${status}.`;
  const message = `The model endpoint answered ${status}${meaningOf(answer)}${quoted || '.'}`;
  const isLasting = LASTING.has(status) || (status >= 300 && status < 400);
  return failed(status === 429 || status === 503 ? 503 : 502, message, {
    told,
    about: ABOUT_ACCOUNT.has(status) ? 'account' : 'service',
    isPassing: !isLasting,
  });
}

/** Whether a moderation model rejected the request because of its content. */
export function isFlagged({ status, body }: Pick<ChatAnswer, 'status' | 'body'>): boolean {
  return status === 403 && says(moderationSchema, body);
}

/** What is wrong with the body of a successful answer; `null` if it is a chat completion. */
function flawOf(body: string, quotes: boolean): string | null {
  if (body.trim() === '') return 'an empty body';
  const { json } = recordedBody(body);
  if (!json.ok && /^\s*<(?:!doctype|html|head|body)/i.test(body)) return 'an HTML page';
  if (!json.ok && /^\s*(?:data|event):/.test(body)) return 'a stream of events, which the request did not ask for';
  if (!json.ok) return 'a body that is not JSON';
  const error = ownField(json.value, 'error');
  if (!hasChoices(json.value)) {
    return isMissing(error) ? 'JSON that has no choices' : `an error in its body${quotes ? words(error) : ''}`;
  }
  const completion = readResponse(json.value);
  if (completion === undefined) return 'no message in its first choice';
  if (!UNFINISHED.has(completion.finishReason)) return null;
  const cause = ownField(firstChoice(json.value), 'error') ?? error;
  return `an answer that the provider cut off (${completion.finishReason})${quotes ? words(cause) : ''}`;
}

function meaningOf({ status, retryAfterSeconds }: ChatAnswer): string {
  const delay = retryAfterSeconds === undefined ? '' : `, retry after ${Math.ceil(retryAfterSeconds)} s`;
  if (status === 429) return ` (rate limited${delay})`;
  if (status === 404) return ' (no such model or path)';
  if (status >= 300 && status < 400) return ' (a redirect, which is not followed)';
  return status >= 500 ? ` (server error${delay})` : '';
}

function words(error: unknown): string {
  if (isMissing(error)) return '';
  return quote(textOf(ownField(error, 'message')) ?? JSON.stringify(error));
}

function quote(text: string): string {
  return text.trim() === '' ? '' : `: ${text.trim().slice(0, LONGEST_QUOTE)}`;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

interface FailureDetails {
  readonly told?: string;
  readonly about?: 'service' | 'account';
  readonly isPassing?: boolean;
}

function failed(
  status: number,
  message: string,
  { told = message, about = 'service', isPassing = false }: FailureDetails = {},
): ProviderJudgement {
  return { kind: 'fault', code: 'INFERENCE_FAILED', status, message, told, about, isPassing };
}

function says(schema: z.ZodType, body: string): boolean {
  const { json } = recordedBody(body);
  return json.ok && schema.safeParse(json.value).success;
}
