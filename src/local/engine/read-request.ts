import { randomInt } from 'node:crypto';
import type { TemplateMessage } from '../../chat/chat-text.ts';
import { contentText } from '../../chat/content-text.ts';
import { isJsonObject, listOf, numberOf, ownField, textOf } from '../../json/json-object.ts';

/** The parts of a chat-completions request that the engine reads. */
export interface CompletionRequest {
  readonly model: string;
  readonly messages: readonly TemplateMessage[];
  readonly tools: readonly unknown[];
  /** Names of the tools of which one must be called; empty if the model decides. */
  readonly demanded: readonly string[];
  readonly temperature: number;
  readonly topP: number;
  readonly seed: number;
  readonly maxTokens: number;
  readonly stop: readonly string[];
  readonly logProbabilities: boolean;
  readonly tokenIds: boolean;
  readonly stream: boolean;
  readonly streamUsage: boolean;
  /** Names the ignored fields. */
  readonly notes: readonly string[];
}

/** Answered with status 400 and this message, in OpenAI's format. */
export class BadRequest extends Error {
  readonly parameter: string | null;
  readonly code: string | null;

  constructor(message: string, parameter: string | null = null, code: string | null = null) {
    super(message);
    this.parameter = parameter;
    this.code = code;
  }
}

const DEFAULT_TOKENS = 1024;
const MOST_SEED = 2 ** 32 - 1;
const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool']);
const IGNORED = ['response_format', 'presence_penalty', 'frequency_penalty', 'logit_bias', 'top_logprobs'] as const;

export function readRequest(body: unknown): CompletionRequest {
  const field = (name: string) => ownField(body, name) ?? undefined;
  const messages = listOf(field('messages')).map(readMessage);
  if (messages.length === 0) throw new BadRequest('messages must be a list of at least one message.', 'messages');
  if ((field('n') ?? 1) !== 1) throw new BadRequest('n must be 1; ask again with another seed.', 'n');
  const choice = field('tool_choice');
  const tools = choice === 'none' ? [] : listOf(field('tools'));
  const limit = field('max_completion_tokens') ?? field('max_tokens') ?? DEFAULT_TOKENS;
  const given = field('stop');
  const stop = (typeof given === 'string' ? [given] : listOf(given)).filter((each) => typeof each === 'string');
  return {
    model: textOf(field('model')) ?? '',
    messages,
    tools,
    demanded: demandedTools(choice, namesOf(tools)),
    temperature: ranged(field('temperature') ?? 1, 'temperature', 0, 100),
    topP: ranged(field('top_p') ?? 1, 'top_p', 0, 1),
    seed: seedOf(field('seed')),
    maxTokens: Math.floor(ranged(limit, 'max_tokens', 1, Number.MAX_SAFE_INTEGER)),
    stop: stop.filter((each) => each !== ''),
    logProbabilities: field('logprobs') === true,
    // On by default, unlike in other servers: recorded attempts are token-exact only with them.
    tokenIds: field('return_token_ids') !== false,
    stream: field('stream') === true,
    streamUsage: ownField(field('stream_options'), 'include_usage') === true,
    notes: IGNORED.filter((name) => !isEmpty(field(name))).map((name) => `${name} is ignored by local models`),
  };
}

export function namesOf(tools: readonly unknown[]): readonly string[] {
  return tools.map((tool) => ownField(ownField(tool, 'function'), 'name')).filter((name) => typeof name === 'string');
}

function readMessage(message: unknown, place: number): TemplateMessage {
  const role = ownField(message, 'role');
  if (!ROLES.has(role)) throw new BadRequest(`message ${place} has the role ${JSON.stringify(role)}.`, 'messages');
  const calls = listOf(ownField(message, 'tool_calls')).map((call) => readCall(call, place));
  return {
    role: role === 'developer' ? 'system' : (role as string),
    content: contentText(ownField(message, 'content')),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

function readCall(call: unknown, place: number): NonNullable<TemplateMessage['tool_calls']>[number] {
  const called = ownField(call, 'function');
  const name = ownField(called, 'name');
  const given = ownField(called, 'arguments');
  if (typeof name === 'string' && (typeof given === 'string' || isJsonObject(given))) {
    return { function: { name, arguments: given } };
  }
  throw new BadRequest(`message ${place} has a tool call without name or arguments.`, 'messages');
}

function demandedTools(choice: unknown, names: readonly string[]): readonly string[] {
  if (choice === 'required') return names;
  const name = ownField(ownField(choice, 'function'), 'name');
  if (typeof name !== 'string') return [];
  if (names.includes(name)) return [name];
  throw new BadRequest(`tool_choice names ${name}, which is not among the tools.`, 'tool_choice');
}

function ranged(value: unknown, name: string, least: number, most: number): number {
  const number = numberOf(value);
  if (number !== undefined && number >= least && number <= most) return number;
  throw new BadRequest(`${name} must be a number from ${least} to ${most}.`, name);
}

/** llama.cpp takes 32 bits; seeds that fit are kept. Its largest seed means "random". */
function seedOf(seed: unknown): number {
  if (seed === undefined) return randomInt(MOST_SEED);
  if (!Number.isSafeInteger(seed)) throw new BadRequest('seed must be a whole number.', 'seed');
  return Math.abs(seed as number) % MOST_SEED;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === 0 || (typeof value === 'object' && Object.keys(value as object).length === 0);
}
