import { readMessage } from '../../chat/read-message.ts';
import { readResponse } from '../../chat/read-response.ts';
import type { ChatRequest, ChatUsage } from '../../chat/schema.ts';
import { ownField } from '../../json/json-object.ts';
import type { CallUsage } from '../calls/call.ts';

/**
 * UTF-8 bytes for each token of an estimate. Measured with the tokenizer of SmolLM2 on requests of the example agents:
 * 2.6 to 3.9 in requests, 1.8 to 4.3 in answers; larger vocabularies need fewer tokens.
 */
const BYTES_PER_TOKEN = 3;

/** No tokenizer averages more bytes of text for a token over a text of some length. */
const MOST_BYTES_PER_TOKEN = 32;
const SHORTEST_JUDGED_BYTES = 256;

/** Tokens of a prompt that are not in the request: the chat template, the text that introduces tools, pictures. */
const UNSEEN_PROMPT_TOKENS = 8_192;
/** Thoughts that a provider hides count as completion, and some do not count them towards the limit. */
const HIDDEN_THOUGHTS = 8;

/**
 * The tokens of a call, as recorded and charged: the provider's counts where they can be true, otherwise an estimate
 * from the bytes of request and answer, marked as one. `most` is the most that the request allows, `bytes` its length.
 */
export function countUsage(
  chat: ChatRequest,
  bytes: number,
  most: ChatUsage,
  response: unknown,
  reported: ChatUsage | null,
): CallUsage {
  if (reported !== null && isPlausible(reported, chat, most, response)) return reported;
  const written = choicesOf(response).reduce((sum: number, choice) => sum + choiceBytes(choice, true), 0);
  return {
    prompt_tokens: Math.ceil(bytes / BYTES_PER_TOKEN),
    completion_tokens: Math.ceil(written / BYTES_PER_TOKEN),
    estimated: saysUsage(response) ? 'implausible' : 'missing',
  };
}

function isPlausible(reported: ChatUsage, chat: ChatRequest, most: ChatUsage, response: unknown): boolean {
  const { prompt_tokens, completion_tokens } = reported;
  if (prompt_tokens > 2 * most.prompt_tokens + UNSEEN_PROMPT_TOKENS) return false;
  if (completion_tokens > HIDDEN_THOUGHTS * most.completion_tokens) return false;
  // Reasoning is left out: not every provider counts it.
  const written = choicesOf(response).reduce((sum: number, choice) => sum + choiceBytes(choice, false), 0);
  const asked = chat.messages.reduce((sum: number, message) => sum + Buffer.byteLength(readMessage(message).text), 0);
  return covers(completion_tokens, written) && covers(prompt_tokens, asked);
}

/** Whether so many tokens can hold so many bytes of text. */
function covers(tokens: number, bytes: number): boolean {
  return bytes < SHORTEST_JUDGED_BYTES || tokens >= bytes / MOST_BYTES_PER_TOKEN;
}

function choicesOf(response: unknown): readonly unknown[] {
  const choices = ownField(response, 'choices');
  return Array.isArray(choices) ? choices : [];
}

function choiceBytes(choice: unknown, withReasoning: boolean): number {
  const completion = readResponse({ choices: [choice] });
  if (completion === undefined) return 0;
  const { text, reasoning, refusal, toolCalls } = completion;
  const calls = toolCalls.map(({ name, arguments: given }) => name + given);
  return Buffer.byteLength([text, withReasoning ? reasoning : '', refusal, ...calls].join(''));
}

function saysUsage(response: unknown): boolean {
  const usage = ownField(response, 'usage');
  return usage !== undefined && usage !== null;
}
