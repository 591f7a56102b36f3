import { chatText } from '../../chat/chat-text.ts';
import { toolList } from '../release/tool-list.ts';
import type { Trajectory } from '../trajectory/trajectory.ts';
import type { TokenCounter } from './token-counter.ts';

/** Tokens for role, markers and line ends around each message, and for the frame around tool schemas in templates. */
const PER_MESSAGE = 6;
const PER_CALL = 12;
const TOOLS_FRAME = 60;

/** Number of tokens of a trajectory rendered by a chat template with its tools. */
export function renderedTokens(trajectory: Trajectory, counter: TokenCounter): number {
  const known = rendered.get(trajectory);
  if (known?.counter === counter) return known.tokens;
  const tokens = count(trajectory, counter);
  rendered.set(trajectory, { counter, tokens });
  return tokens;
}

const rendered = new WeakMap<Trajectory, { readonly counter: TokenCounter; readonly tokens: number }>();

function count({ messages, tools }: Trajectory, counter: TokenCounter): number {
  // An exact count needs the whole training text, because token counts of parts do not add up to that of the whole.
  if (counter.exact) return counter.count(chatText(messages, toolList(tools)));
  let tokens = TOOLS_FRAME + schemaTokens(tools, counter);
  for (const message of messages) {
    tokens += PER_MESSAGE + counter.count(message.content);
    if (message.role !== 'assistant') continue;
    for (const call of message.tool_calls ?? []) tokens += PER_CALL + counter.count(call.function.arguments);
  }
  return tokens;
}

const counted = new WeakMap<TokenCounter, Map<string, number>>();

/** Cached, because nearly all attempts offer the same few sets of tools. */
function schemaTokens(tools: string, counter: TokenCounter): number {
  const known = counted.get(counter) ?? new Map<string, number>();
  counted.set(counter, known);
  let tokens = known.get(tools);
  if (tokens === undefined) {
    if (known.size > 100) known.clear();
    tokens = counter.count(tools);
    known.set(tools, tokens);
  }
  return tokens;
}
