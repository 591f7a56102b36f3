import type { Call } from '../../gateway/call.ts';
import { contentText } from './content-text.ts';
import type { EmittedCall } from './emitted-call.ts';
import { fieldOf, isPlainObject, type PlainObject } from './plain-object.ts';
import { readEmissions } from './read-emissions.ts';

/** What a model was really asked and really said, as the gateway recorded it. */
export interface Completion {
  /** Of the recorded call. */
  readonly sequence: number;
  /**
   * Nothing that arrived before can have come from it; milliseconds since 1970. Half of the recorded duration is
   * granted: the record is written and the clock stopped on a busy machine while the answer is already on its way.
   */
  readonly followedFrom: number;
  readonly request: PlainObject;
  readonly messages: readonly unknown[];
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly EmittedCall[];
  readonly finishReason: string | null;
  readonly latencyMilliseconds: number;
  /** The tokens themselves, where the provider gave them. */
  readonly tokens: { readonly prompt: readonly number[]; readonly completion: readonly number[] } | null;
}

/** The completions of an attempt in the order in which they were answered. Refused and failed requests are none. */
export function readCompletions(calls: readonly Call[]): Completion[] {
  return calls.flatMap((call) => {
    const completion = call.kind === 'inference' && call.status === 200 ? readCompletion(call) : undefined;
    return completion === undefined ? [] : [completion];
  });
}

function readCompletion(call: Call): Completion | undefined {
  const { request, response } = call;
  const choices = fieldOf(response, 'choices');
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = fieldOf(choice, 'message');
  const messages = fieldOf(request, 'messages');
  if (!isPlainObject(request) || !Array.isArray(messages) || !isPlainObject(message)) return undefined;
  const content = contentText(message.content);
  const finished = fieldOf(choice, 'finish_reason');
  return {
    sequence: call.sequence,
    followedFrom: Date.parse(call.time) + call.duration_ms / 2,
    request,
    messages,
    content,
    reasoning: contentText(message.reasoning_content ?? message.reasoning),
    calls: readEmissions(message, content, offeredNames(request)),
    finishReason: typeof finished === 'string' ? finished : null,
    latencyMilliseconds: call.duration_ms,
    tokens: readTokens(response, choice),
  };
}

function offeredNames(request: PlainObject): readonly string[] {
  const { tools } = request;
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) => {
    const name = fieldOf(fieldOf(tool, 'function') ?? tool, 'name');
    return typeof name === 'string' ? [name] : [];
  });
}

function readTokens(response: unknown, choice: unknown): Completion['tokens'] {
  const prompt = fieldOf(response, 'prompt_token_ids') ?? fieldOf(choice, 'prompt_token_ids');
  const completion = fieldOf(choice, 'token_ids');
  return isNumbers(prompt) && isNumbers(completion) ? { prompt, completion } : null;
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((each) => Number.isSafeInteger(each));
}
