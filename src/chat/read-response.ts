import { isJsonObject, ownField, textOf } from '../json/json-object.ts';
import { contentText, plainText, reasoningParts, refusalParts } from './content-text.ts';
import type { ChatUsage } from './schema.ts';

/** A tool call that a model made. */
export interface FunctionCall {
  /** `null` where the provider gave none, as with the legacy `function_call`. */
  readonly id: string | null;
  /** Empty when it is missing. */
  readonly name: string;
  /** JSON text as the model wrote it. It may not parse. An object is written as JSON; missing arguments are `{}`. */
  readonly arguments: string;
}

/** What a model answered, the same for every reader of one response. */
export interface ChatCompletion {
  readonly text: string;
  /** Where the provider sends it apart from the text; otherwise empty. */
  readonly reasoning: string;
  readonly toolCalls: readonly FunctionCall[];
  readonly finishReason: string | null;
  readonly usage: ChatUsage | null;
  /** Why the model declined, in OpenAI's own field; empty when it did not. */
  readonly refusal: string;
  readonly model: string | null;
}

/** More calls in one response are not read. */
const MAX_CALLS = 64;
const MAX_TOKENS = 1_000_000_000;

/**
 * Reads a chat-completions response, in any of the forms that providers document (see `testing/provider-responses.ts`).
 * `undefined` when it is not a chat completion. Of several choices the first is read, because agents read that one.
 *
 * Takes any value and never throws; fields of the wrong type count as missing. It is written by hand, without a schema,
 * because the dashboard runs it where the browser forbids compiling code.
 */
export function readResponse(response: unknown): ChatCompletion | undefined {
  const choice = firstChoice(response);
  const message = ownField(choice, 'message');
  if (!isJsonObject(message)) return undefined;
  return {
    text: contentText(ownField(message, 'content')),
    reasoning: reasoningOf(message),
    toolCalls: toolCallsOf(message),
    finishReason: textOf(ownField(choice, 'finish_reason')) ?? null,
    usage: readUsage(response),
    refusal: refusalOf(message),
    model: textOf(ownField(response, 'model')) ?? null,
  };
}

/** Whether a response has the outer form of a chat completion; some providers send errors with status 200. */
export function hasChoices(response: unknown): boolean {
  return Array.isArray(ownField(response, 'choices'));
}

export function firstChoice(response: unknown): unknown {
  const choices = ownField(response, 'choices');
  return Array.isArray(choices) ? choices[0] : undefined;
}

/** The reasoning of a message, or of one piece of a streamed message. */
export function reasoningOf(message: unknown): string {
  return (
    plainText(ownField(message, 'reasoning_content')) ||
    plainText(ownField(message, 'reasoning')) ||
    plainText(ownField(message, 'reasoning_details')) ||
    reasoningParts(ownField(message, 'content'))
  );
}

export function refusalOf(message: unknown): string {
  return textOf(ownField(message, 'refusal')) || refusalParts(ownField(message, 'content'));
}

/** The native tool calls of a message: `tool_calls`, or the single `function_call` that OpenAI had before. */
export function toolCallsOf(message: unknown): readonly FunctionCall[] {
  const listed = ownField(message, 'tool_calls');
  const calls = Array.isArray(listed) ? listed.slice(0, MAX_CALLS).flatMap(listedCall) : [];
  return calls.length > 0 ? calls : functionCall(ownField(message, 'function_call'), null);
}

/**
 * The tokens that a response reports; `null` when it does not say. A missing count is taken from the total where that is
 * given.
 */
export function readUsage(response: unknown): ChatUsage | null {
  const usage = ownField(response, 'usage');
  const [prompt, completion, total] = ['prompt_tokens', 'completion_tokens', 'total_tokens'].map((key) =>
    tokenCount(ownField(usage, key)),
  );
  if (prompt === null || completion === null) return null;
  const prompt_tokens = prompt ?? difference(total, completion);
  const completion_tokens = completion ?? difference(total, prompt);
  return prompt_tokens === null || completion_tokens === null ? null : { prompt_tokens, completion_tokens };
}

function listedCall(call: unknown): readonly FunctionCall[] {
  return functionCall(calledFunction(call), textOf(ownField(call, 'id')) ?? null);
}

/** Name and arguments of a listed call. OpenAI's custom tools take free text in place of arguments. */
export function calledFunction(call: unknown): unknown {
  const custom = ownField(call, 'custom');
  if (!isJsonObject(custom)) return ownField(call, 'function');
  return { name: ownField(custom, 'name'), arguments: ownField(custom, 'input') };
}

/** A call without a name stays a call: the model meant to call something, and failed to. */
function functionCall(called: unknown, id: string | null): readonly FunctionCall[] {
  if (!isJsonObject(called)) return [];
  return [{ id, name: textOf(ownField(called, 'name')) ?? '', arguments: argumentText(ownField(called, 'arguments')) }];
}

export function argumentText(given: unknown): string {
  if (typeof given === 'string') return given;
  if (given === undefined || given === null) return '{}';
  try {
    return JSON.stringify(given);
  } catch {
    // Nested too deep to be written; as unreadable as any other broken arguments.
    return '';
  }
}

/** `undefined` when it is missing, `null` when it is there and not a believable count. */
function tokenCount(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return undefined;
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_TOKENS;
  return isCount ? value : null;
}

function difference(total: number | null | undefined, part: number | undefined): number | null {
  return typeof total === 'number' && part !== undefined && total >= part ? total - part : null;
}
