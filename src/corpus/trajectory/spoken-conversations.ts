import { contentText } from '../../chat/content-text.ts';
import type { RowMessage, ToolCall } from '../../chat/schema.ts';
import type { Call } from '../../gateway/calls.ts';
import { isJsonObject, ownField } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import { sameJson } from '../agency/same-json.ts';
import { callId, type RecordedCompletion, readCompletions } from './completion.ts';
import { findThreads } from './thread.ts';

/** One conversation with a model exactly as the gateway recorded it: the agent's prompts and the model's answers. */
export interface SpokenConversation {
  readonly messages: readonly RowMessage[];
  /** JSON of the schemas in the last request; `[]` if it had none. */
  readonly tools: string;
  readonly model: string | null;
  /** Whether an answer in it ended at its token limit. */
  readonly cutOff: boolean;
}

/**
 * Every conversation of an attempt, whatever its purpose: shopping, classifying, ranking, narrating. A conversation is
 * a series of requests in which each begins with the previous one. Only native calls appear as calls; calls in any
 * other format stay in the text as written.
 *
 * `undefined` marks a conversation whose history shows the model words that no completion of the attempt contains.
 * Training on it would train on the program's words.
 */
export function spokenConversations(calls: readonly Call[]): readonly (SpokenConversation | undefined)[] {
  const completions = readCompletions(calls);
  return findThreads(completions).map(({ completions: thread }) => conversationOf(thread, completions));
}

function conversationOf(
  thread: readonly RecordedCompletion[],
  all: readonly RecordedCompletion[],
): SpokenConversation | undefined {
  const last = thread.at(-1)!;
  const messages: RowMessage[] = [];
  const names = new Map<string, string>();
  for (const message of last.messages) {
    const read = readShown(message, all, names);
    if (read === undefined) return undefined;
    messages.push(read);
  }
  messages.push(answerOf(last));
  const { tools } = last.request;
  return {
    messages,
    tools: JSON.stringify(Array.isArray(tools) ? tools : []),
    model: last.answeredBy?.model ?? null,
    cutOff: thread.some(({ finishReason }) => finishReason === 'length'),
  };
}

function readShown(
  message: unknown,
  all: readonly RecordedCompletion[],
  names: Map<string, string>,
): RowMessage | undefined {
  const role = ownField(message, 'role');
  const content = contentText(ownField(message, 'content'));
  if (role === 'system' || role === 'developer') return { role: 'system', content };
  if (role === 'user') return { role, content };
  if (role === 'tool') {
    const id = ownField(message, 'tool_call_id');
    const name = typeof id === 'string' ? names.get(id) : undefined;
    return name === undefined ? undefined : { role, tool_call_id: id as string, name, content };
  }
  if (role !== 'assistant') return undefined;
  const shown = shownCalls(ownField(message, 'tool_calls'));
  if (shown === undefined || !all.some((completion) => isSame(content, shown, completion))) return undefined;
  for (const call of shown) names.set(call.id, call.function.name);
  return { role, content, ...(shown.length > 0 && { tool_calls: shown }) };
}

/** The calls of a message in a request; `undefined` if one of them cannot be written into a row. */
function shownCalls(listed: unknown): readonly ToolCall[] | undefined {
  const calls: ToolCall[] = [];
  for (const each of Array.isArray(listed) ? listed : []) {
    const id = ownField(each, 'id');
    const inner = ownField(each, 'function');
    const name = ownField(inner, 'name');
    const written = ownField(inner, 'arguments');
    const text = typeof written === 'string' ? written : JSON.stringify(written ?? {});
    if (typeof id !== 'string' || typeof name !== 'string' || argumentsIn(text) === undefined) return undefined;
    calls.push({ id, type: 'function', function: { name, arguments: text } });
  }
  return calls;
}

function isSame(content: string, shown: readonly ToolCall[], { text, toolCalls }: RecordedCompletion): boolean {
  return (
    content.trim() === text.trim() &&
    shown.length === toolCalls.length &&
    shown.every(({ function: { name, arguments: written } }, place) => {
      const said = toolCalls[place]!;
      return said.name === name && sameJson(argumentsIn(said.arguments), argumentsIn(written));
    })
  );
}

/**
 * The last answer, which no later request shows. A native call that is not JSON is omitted, because no template can
 * represent it.
 */
function answerOf(completion: RecordedCompletion): RowMessage {
  const { text, reasoning, toolCalls } = completion;
  const thought = reasoning.trim() === '' ? text : `<think>${reasoning}</think>\n${text}`;
  const calls = toolCalls.flatMap(({ id, name, arguments: written }, place): ToolCall[] =>
    argumentsIn(written) === undefined
      ? []
      : [{ id: id ?? callId(completion, place), type: 'function', function: { name, arguments: written || '{}' } }],
  );
  return { role: 'assistant', content: thought, ...(calls.length > 0 && { tool_calls: calls }) };
}

function argumentsIn(written: string): object | undefined {
  const json = written.trim() === '' ? { ok: true as const, value: {} } : parseJson(written);
  return json.ok && isJsonObject(json.value) ? json.value : undefined;
}
