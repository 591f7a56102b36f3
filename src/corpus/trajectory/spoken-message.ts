import type { AssistantMessage, ToolCall } from '../../chat/schema.ts';
import { callId, type RecordedCompletion } from './completion.ts';
import type { EmittedCall } from './emitted-call.ts';
import { withoutTagged } from './without-tagged.ts';

/** A completion as an assistant message: the model's words, with its calls as tool calls. */
export function spokenMessage(completion: RecordedCompletion): AssistantMessage {
  const { text, calls, reasoning } = completion;
  const said = calls.some(({ form }) => form !== 'native') ? withoutCalls(text) : text;
  const thought = reasoning.trim() === '' || said.includes('<think>') ? said : `<think>${reasoning}</think>\n${said}`;
  if (calls.length === 0) return { role: 'assistant', content: thought };
  return {
    role: 'assistant',
    content: thought,
    tool_calls: calls.map((call, place) => spokenCall(call, callId(completion, place))),
  };
}

function spokenCall(call: EmittedCall, id: string): ToolCall {
  return {
    id: call.id ?? id,
    type: 'function',
    function: { name: call.name, arguments: call.written ?? JSON.stringify(call.arguments ?? {}) },
  };
}

/** Longer answers also keep their calls in the text, because searching them for fences takes too long. */
const MAX_FENCED = 50_000;

/** Removes the blocks that were read as calls; the text around them is unchanged. */
function withoutCalls(content: string): string {
  const untagged = withoutTagged(content, 'tool_call');
  const open = untagged.indexOf('<tool_call>');
  const said = open === -1 ? untagged : untagged.slice(0, open);
  if (said.length > MAX_FENCED) return said.trimEnd();
  return said
    .replaceAll(/```(?:json|tool_call)?\s*[[{][\s\S]*?```/g, '')
    .replace(/\n?[ \t]*(?:Action|Action Input|Tool):[\s\S]*$/, '')
    .trimEnd();
}
