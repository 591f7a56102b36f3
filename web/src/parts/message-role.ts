import type { RowMessage } from '../../../src/chat/schema.ts';

export interface MessageRole {
  readonly text: string;
  /** Name of the tool, which is untrusted text. */
  readonly tool?: string;
}

/** Results that a program sends as a user message, as harnesses do for models without native tool calls. */
const RESULTS = /^\s*<(obs|observation|tool_response)>\s*(\[?\s*\{\s*"error")?/;

/** Says what a message is. Only the first user message of a conversation is the request. */
export function messageRole(messages: readonly RowMessage[], place: number): MessageRole {
  const message = messages[place]!;
  switch (message.role) {
    case 'system':
      return { text: 'System prompt' };
    case 'assistant':
      return { text: 'Model' };
    case 'tool':
      return { text: 'Result of', tool: message.name };
    case 'user': {
      const results = RESULTS.exec(message.content);
      if (results !== null) return { text: results[2] === undefined ? 'Tool results' : 'Tool error' };
      return { text: messages.findIndex(({ role }) => role === 'user') === place ? 'Request' : 'Further message' };
    }
  }
}
