import { parseResponse } from '../../../chat/parse-response.ts';
import type { ChatMessage } from '../../../chat/schema.ts';
import { Fault } from '../../../fault/fault.ts';
import { isFlagged } from '../../../gateway/judge-provider-answer.ts';
import type { ChatAnswer, Inference } from '../../../inference/inference.ts';
import { type Opinion, readOpinion } from './read-opinion.ts';

export type Reply =
  | { readonly kind: 'opinion'; readonly opinion: Opinion }
  /** The model answered, but not with an opinion. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** The model may answer later. */
  | { readonly kind: 'busy'; readonly reason: string }
  /** Retrying would not help: the arena's key or account is refused. */
  | { readonly kind: 'refused'; readonly reason: string };

export interface JudgeLine {
  readonly inference: Inference;
  /** The arena's key, never the contestant's: contestants must not pay for their own judges. */
  readonly apiKey?: string;
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal;
}

const MAX_TOKENS = 3072;
const REPAIR =
  'That was not the one JSON object that was asked for. Answer again: {"explanation": "<text>", "gates": [<true or false>, <true or false>, <true or false>, <true or false>]} and nothing else.';

/** Asks one model for its opinion. An answer in the wrong form may be repaired once. */
export async function askJudge(model: string, messages: readonly ChatMessage[], line: JudgeLine): Promise<Reply> {
  const first = await say(model, messages, line);
  if (first.kind !== 'said') return first;
  const opinion = readOpinion(first.text);
  if (opinion !== undefined) return { kind: 'opinion', opinion };
  const again: ChatMessage[] = [
    ...messages,
    { role: 'assistant', content: first.text.slice(0, 4_000) },
    { role: 'user', content: REPAIR },
  ];
  const second = await say(model, again, line);
  if (second.kind !== 'said') return second;
  const repaired = readOpinion(second.text);
  return repaired === undefined ? unreadable(model) : { kind: 'opinion', opinion: repaired };
}

type Said = { readonly kind: 'said'; readonly text: string } | Exclude<Reply, { kind: 'opinion' }>;

async function say(model: string, messages: readonly ChatMessage[], line: JudgeLine): Promise<Said> {
  const timeout = AbortSignal.timeout(line.timeoutMilliseconds);
  const signal = line.signal === undefined ? timeout : AbortSignal.any([timeout, line.signal]);
  let answer: ChatAnswer;
  try {
    answer = await line.inference.chat(
      { model, messages, temperature: 0, max_tokens: MAX_TOKENS, stream: false },
      { signal, ...(line.apiKey !== undefined && { apiKey: line.apiKey }) },
    );
  } catch (error) {
    if (!Fault.isInstance(error)) throw error;
    // The explanation of a judgement is published, and the message of this error names the judges' address.
    return { kind: 'busy', reason: `${model} did not answer` };
  }
  const { status, body } = answer;
  // The refusal is about the content of the attempt, not about the arena's key.
  if (isFlagged(answer)) return unreadable(model, `refused the content (${status})`);
  if (status === 401 || status === 402 || status === 403)
    return { kind: 'refused', reason: `${model} answered ${status}` };
  if (status === 408 || status === 429 || status >= 500) return { kind: 'busy', reason: `${model} answered ${status}` };
  const parsed = status === 200 ? parseResponse(body) : undefined;
  if (parsed === undefined) return unreadable(model, `answered ${status}`);
  return parsed.ok ? { kind: 'said', text: parsed.completion.text } : unreadable(model);
}

function unreadable(model: string, what = 'gave no readable opinion') {
  return { kind: 'unreadable', reason: `${model} ${what}` } as const;
}
