import { contentText } from '../../chat/content-text.ts';
import { readMessage } from '../../chat/read-message.ts';
import { reasoningOf } from '../../chat/read-response.ts';
import type { RowMessage } from '../../chat/schema.ts';
import { listOf, ownField, textOf } from '../../json/json-object.ts';

/** Longer logs are not conversations with a shop. Each turn is compared with all messages before it. */
export const MAX_MESSAGES = 1_000;

const TEXT_PARTS: ReadonlySet<unknown> = new Set([
  undefined,
  'text',
  'input_text',
  'output_text',
  'reasoning',
  'thinking',
  'refusal',
]);

export interface LogMessages {
  readonly messages: readonly RowMessage[];
  /** Why they cannot become a row. */
  readonly flaw: string | null;
}

/**
 * Converts messages of a log, in OpenAI's API format or close to it, to messages of rows. Calls without an id get one.
 * Results without one are assigned to the first open call with their name.
 */
export function logMessages(listed: readonly unknown[]): LogMessages {
  if (listed.length > MAX_MESSAGES) return { messages: [], flaw: `it has more than ${MAX_MESSAGES} messages` };
  const messages: RowMessage[] = [];
  const open = new Map<string, string>();
  for (const [place, message] of listed.entries()) {
    const { role, text, toolCalls } = readMessage(message);
    const strange = listOf(ownField(message, 'content')).find((part) => !isText(part));
    if (strange !== undefined) {
      return {
        messages,
        flaw: `message ${place + 1} holds ${String(ownField(strange, 'type')).slice(0, 40)}, not text`,
      };
    }
    if (role === 'system' || role === 'developer') messages.push({ role: 'system', content: text });
    else if (role === 'user') messages.push({ role, content: text });
    else if (role === 'assistant') {
      const calls = toolCalls.map(({ id, name, arguments: given }, at) => ({
        id: id ?? `call_${place}_${at}`,
        type: 'function' as const,
        function: { name, arguments: given },
      }));
      for (const call of calls) open.set(call.id, call.function.name);
      const content = withThought(text, reasoningOf(message));
      messages.push({ role, content, ...(calls.length > 0 && { tool_calls: calls }) });
    } else if (role === 'tool' || role === 'function') {
      const called = textOf(ownField(message, 'name')) ?? textOf(ownField(message, 'function'));
      const id = textOf(ownField(message, 'tool_call_id')) ?? [...open].find(([, name]) => name === called)?.[0] ?? '';
      const name = open.get(id) ?? called ?? '';
      open.delete(id);
      messages.push({ role: 'tool', tool_call_id: id, name, content: resultText(ownField(message, 'content')) });
    } else return { messages, flaw: `message ${place + 1} has the unknown role ${JSON.stringify(role.slice(0, 40))}` };
  }
  return { messages, flaw: null };
}

/** Puts separate reasoning where chat templates expect it. */
export function withThought(text: string, reasoning: string): string {
  return reasoning.trim() === '' || text.includes('<think>') ? text : `<think>${reasoning}</think>\n${text}`;
}

function isText(part: unknown): boolean {
  return typeof part === 'string' || TEXT_PARTS.has(ownField(part, 'type'));
}

function resultText(content: unknown): string {
  if (typeof content === 'string' || Array.isArray(content)) return contentText(content);
  return content === undefined || content === null ? '' : JSON.stringify(content);
}
