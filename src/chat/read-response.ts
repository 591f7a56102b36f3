import { isJsonObject, ownField, textOf } from '../json/json-object.ts';
import { contentText, plainText, reasoningParts, refusalParts } from './content-text.ts';
import type { ChatUsage } from './schema.ts';

/** A tool call that a model made. */
export interface FunctionCall {
  /** `null` if the provider sent none, as with the legacy `function_call`. */
  readonly id: string | null;
  /** Empty if missing. */
  readonly name: string;
  /** JSON text as the model wrote it. It may not parse. An object is written as JSON; missing arguments are `{}`. */
  readonly arguments: string;
}

/** A model's answer, the same for every reader of a response. */
export interface ChatCompletion {
  readonly text: string;
  /** Reasoning that the provider sends separately from the text; otherwise empty. */
  readonly reasoning: string;
  readonly toolCalls: readonly FunctionCall[];
  readonly finishReason: string | null;
  readonly usage: ChatUsage | null;
  /** Reason for declining, from OpenAI's `refusal` field; empty if the model did not decline. */
  readonly refusal: string;
  readonly model: string | null;
}

/** Further calls in one response are ignored. */
const MAX_CALLS = 64;
const MAX_TOKENS = 1_000_000_000;

/**
 * Reads a chat-completions response in any form that providers document (see `testing/provider-responses.ts`).
 * `undefined` if it is not a chat completion. Of several choices the first is read, because agents read that one.
 *
 * Accepts any value and never throws; fields of the wrong type count as missing. Written without a schema, because the
 * dashboard runs it in a browser that forbids compiling code.
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

/** Whether a response has the outer structure of a chat completion. Some providers send errors with status 200. */
export function hasChoices(response: unknown): boolean {
  return Array.isArray(ownField(response, 'choices'));
}

export function firstChoice(response: unknown): unknown {
  const choices = ownField(response, 'choices');
  return Array.isArray(choices) ? choices[0] : undefined;
}

/** The reasoning of a message or of one piece of a streamed message. */
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

/** The native tool calls of a message: `tool_calls`, or the single `function_call` of OpenAI's older API. */
export function toolCallsOf(message: unknown): readonly FunctionCall[] {
  const listed = ownField(message, 'tool_calls');
  const calls = Array.isArray(listed) ? listed.slice(0, MAX_CALLS).flatMap(listedCall) : [];
  return calls.length > 0 ? calls : functionCall(ownField(message, 'function_call'), null);
}

/**
 * The tokens that a response reports; `null` if it reports none. A missing count is computed from the total if that is
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

/** Name and arguments of a listed call. OpenAI's custom tools have free text instead of arguments. */
export function calledFunction(call: unknown): unknown {
  const custom = ownField(call, 'custom');
  if (!isJsonObject(custom)) return ownField(call, 'function');
  return { name: ownField(custom, 'name'), arguments: ownField(custom, 'input') };
}

/** A call without a name still counts: the model tried to make a call and failed. */
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
    // Nested too deeply to be written, so treated like other broken arguments.
    return '';
  }
}

/** `undefined` if missing, `null` if it is not a plausible count. */
function tokenCount(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return undefined;
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_TOKENS;
  return isCount ? value : null;
}

function difference(total: number | null | undefined, part: number | undefined): number | null {
  return typeof total === 'number' && part !== undefined && total >= part ? total - part : null;
}
