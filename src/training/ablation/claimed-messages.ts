import type { RowMessage, ToolCall } from '../../chat/schema.ts';
import { ownField } from '../../json/json-object.ts';
import { readSteps } from '../../verdict/rules.ts';

/**
 * The dialogue that an agent handed in as messages: its thought is what the assistant says, its calls are the assistant's
 * calls, its results are the tools'. Whether a model ever said or called any of it does not show in a dialogue, and whoever
 * has nothing else has to believe it. `undefined` for what cannot be read as a conversation with calls.
 */
export function claimedMessages(dialogue: unknown, query: string): readonly RowMessage[] | undefined {
  if (!Array.isArray(dialogue)) return undefined;
  const messages: RowMessage[] = [{ role: 'user', content: query }];
  for (const [number, { message, malformed }] of readSteps(dialogue).entries()) {
    if (malformed || message === undefined) return undefined;
    const claims = claimsOf(ownField(message, 'tool_call'), number);
    const content = [ownField(message, 'think'), ownField(message, 'response')].filter(isSaid).join('\n');
    if (claims.length === 0 && content === '') continue;
    messages.push({
      role: 'assistant',
      content,
      ...(claims.length > 0 && { tool_calls: claims.map(({ call }) => call) }),
    });
    for (const { call, result } of claims) {
      messages.push({ role: 'tool', tool_call_id: call.id, name: call.function.name, content: result });
    }
  }
  return messages.some((message) => message.role === 'tool') ? messages : undefined;
}

interface Claim {
  readonly call: ToolCall;
  readonly result: string;
}

function claimsOf(claimed: unknown, step: number): readonly Claim[] {
  if (!Array.isArray(claimed)) return [];
  return claimed.map((call, place) => ({
    call: {
      id: `call_${step + 1}_${place}`,
      type: 'function',
      function: { name: String(ownField(call, 'name')), arguments: JSON.stringify(ownField(call, 'parameters') ?? {}) },
    },
    result: JSON.stringify(ownField(call, 'result') ?? null),
  }));
}

function isSaid(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== '';
}
