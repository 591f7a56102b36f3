import { TURN_MARKERS } from '../../chat/chat-text.ts';
import type { ReleaseRow } from '../release/release-row.ts';

/** Whether a text in the messages contains markers of the template, which would forge turns of the conversation. */
export function forgesTurns(messages: ReleaseRow['messages']): boolean {
  return messages.some((message) => {
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
    const texts = [message.content, ...calls.map((call) => `${call.function.name}${call.function.arguments}`)];
    return TURN_MARKERS.some((marker) => texts.some((text) => text.includes(marker)));
  });
}
