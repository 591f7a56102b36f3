import { readMessage } from '../../chat/read-message.ts';
import { readResponse } from '../../chat/read-response.ts';
import type { ChatRequest, ChatUsage } from '../../chat/schema.ts';
import { ownField } from '../../json/json-object.ts';
import type { CallUsage } from '../calls/call.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** Overhead of a chat template per message. */
const TOKENS_PER_MESSAGE = 4;

/** No tokenizer averages more bytes per token over a text of at least the length below. */
const MOST_BYTES_PER_TOKEN = 32;
const SHORTEST_JUDGED_BYTES = 256;

/** Prompt tokens that are not in the request: the chat template, the introduction of tools, images. */
const UNSEEN_PROMPT_TOKENS = 8_192;
/** Hidden reasoning counts as completion, and some providers do not apply the limit to it. */
const HIDDEN_THOUGHTS = 8;

/**
 * The recorded and charged tokens of a call: the provider's counts if they are plausible, otherwise an estimate from
 * the texts of request and answer. An estimate is marked as such and never exceeds the number of bytes. `most` is the
 * maximum that the request allows, `bytes` its length.
 */
export function countUsage(
  chat: ChatRequest,
  bytes: number,
  most: ChatUsage,
  response: unknown,
  reported: ChatUsage | null,
): CallUsage {
  if (reported !== null && isPlausible(reported, chat, most, response)) return reported;
  return {
    prompt_tokens: Math.min(bytes, promptTokens(chat)),
    completion_tokens: choicesOf(response).reduce((sum: number, choice) => sum + choiceTokens(choice), 0),
    estimated: saysUsage(response) ? 'implausible' : 'missing',
  };
}

/** Settings such as a temperature are shorter. The model may read anything longer, whatever its field is called. */
const LONGEST_SETTINGS = 300;

function promptTokens({ messages, tools, ...rest }: ChatRequest): number {
  const texts = messages.map((given) => {
    const { text, toolCalls } = readMessage(given);
    return [text, ...toolCalls.map(({ name, arguments: written }) => `${name} ${written}`)].join('\n');
  });
  const settings = JSON.stringify(rest);
  const beside = [
    tools === undefined || tools === null ? '' : JSON.stringify(tools),
    settings.length > LONGEST_SETTINGS ? settings : '',
  ].join('');
  return texts.reduce((sum, text) => sum + TOKENS_PER_MESSAGE + estimateTokens(text), estimateTokens(beside));
}

function isPlausible(reported: ChatUsage, chat: ChatRequest, most: ChatUsage, response: unknown): boolean {
  const { prompt_tokens, completion_tokens } = reported;
  if (prompt_tokens > 2 * most.prompt_tokens + UNSEEN_PROMPT_TOKENS) return false;
  if (completion_tokens > HIDDEN_THOUGHTS * most.completion_tokens) return false;
  // Without reasoning, because not every provider counts it.
  const written = choicesOf(response).reduce((sum: number, choice) => sum + choiceBytes(choice), 0);
  const asked = chat.messages.reduce((sum: number, message) => sum + Buffer.byteLength(readMessage(message).text), 0);
  return covers(completion_tokens, written) && covers(prompt_tokens, asked);
}

/** Whether this many tokens can hold this many bytes of text. */
function covers(tokens: number, bytes: number): boolean {
  return bytes < SHORTEST_JUDGED_BYTES || tokens >= bytes / MOST_BYTES_PER_TOKEN;
}

function choicesOf(response: unknown): readonly unknown[] {
  const choices = ownField(response, 'choices');
  return Array.isArray(choices) ? choices : [];
}

function choiceTexts(choice: unknown, withReasoning: boolean): string[] {
  const completion = readResponse({ choices: [choice] });
  if (completion === undefined) return [];
  const { text, reasoning, refusal, toolCalls } = completion;
  const calls = toolCalls.map(({ name, arguments: given }) => name + given);
  return [text, withReasoning ? reasoning : '', refusal ?? '', ...calls];
}

function choiceTokens(choice: unknown): number {
  return choiceTexts(choice, true).reduce(
    (sum, text) => sum + Math.min(Buffer.byteLength(text), estimateTokens(text)),
    0,
  );
}

function choiceBytes(choice: unknown): number {
  return Buffer.byteLength(choiceTexts(choice, false).join(''));
}

function saysUsage(response: unknown): boolean {
  const usage = ownField(response, 'usage');
  return usage !== undefined && usage !== null;
}
