import { z } from 'zod';
import { parseBoundedJson } from '../../store/parse-bounded-json.ts';
import type { Completion } from './completion.ts';

/** More is a broken or hostile server: the longest answer asked for has a few thousand tokens. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

const BOUNDS = {
  maxBytes: MAX_ANSWER_BYTES,
  maxDepth: 64,
  maxNodes: 2_000_000,
  allowUnsafeIntegers: true,
  allowReservedKeys: true,
};

const MAX_CALLS = 64;

const text = z
  .union([z.string(), z.array(z.object({ text: z.string().catch('') }).catch({ text: '' }))])
  .nullish()
  .transform((content) => (typeof content === 'string' ? content : (content ?? []).map((part) => part.text).join('\n')))
  .catch('');

const callSchema = z.object({
  id: z.string().catch(''),
  function: z.object({
    name: z.string().catch(''),
    arguments: z
      .unknown()
      .transform((given) => (typeof given === 'string' ? given : given == null ? '' : JSON.stringify(given))),
  }),
});

/** Looked at without a schema for each: every answer brings the whole prompt's, thousands of them. */
const ids = z.custom<readonly number[]>(isIds).nullish().catch(null);
const count = z.int().min(0).max(1_000_000_000);

const choiceSchema = z.object({
  message: z.object({
    content: text,
    reasoning_content: text,
    reasoning: text,
    tool_calls: z.array(callSchema).nullish().catch(null),
  }),
  finish_reason: z.string().nullish().catch(null),
  token_ids: ids,
  logprobs: z
    .object({ content: z.array(z.object({ logprob: z.number() })).nullish() })
    .nullish()
    .catch(null),
});

const completionSchema = z.object({
  choices: z.array(choiceSchema).min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
  prompt_token_ids: ids,
});

function isIds(value: unknown): boolean {
  return Array.isArray(value) && value.every(Number.isSafeInteger);
}

export type ReadCompletion =
  | { readonly ok: true; readonly completion: Omit<Completion, 'secondsToFirst' | 'seconds'> }
  | { readonly ok: false; readonly reason: string };

/** A chat completion in a provider's body; parts that are not in their form count as not given. */
export function readCompletion(body: string): ReadCompletion {
  const json = parseBoundedJson(body, BOUNDS);
  if (!json.ok) return { ok: false, reason: json.reason };
  return completionOf(json.value);
}

export function completionOf(value: unknown): ReadCompletion {
  const parsed = completionSchema.safeParse(value);
  if (!parsed.success) return { ok: false, reason: 'it is no chat completion' };
  const { choices, usage, prompt_token_ids } = parsed.data;
  const { message, finish_reason, token_ids, logprobs } = choices[0]!;
  return {
    ok: true,
    completion: {
      content: message.content,
      reasoning: message.reasoning_content || message.reasoning,
      calls: (message.tool_calls ?? []).slice(0, MAX_CALLS).map(({ id, function: called }) => ({
        id,
        name: called.name,
        arguments: called.arguments,
      })),
      finishReason: finish_reason ?? null,
      usage: usage ?? null,
      tokens: {
        prompt: prompt_token_ids ?? null,
        completion: token_ids ?? null,
        logProbabilities: logprobs?.content?.map(({ logprob }) => logprob) ?? null,
      },
    },
  };
}
