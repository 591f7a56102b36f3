import type { RowMessage } from '../../chat/schema.ts';

const MARK = /\[simulated house\/[\w.-]+\] ?/g;

/**
 * Words of house models begin with a mark that says whose they are. A student would learn to claim it; that a row is
 * simulated is said beside it instead.
 */
export function withoutMarks(messages: readonly RowMessage[]): readonly RowMessage[] {
  return messages.map((message) =>
    message.role === 'assistant' ? { ...message, content: message.content.replaceAll(MARK, '') } : message,
  );
}
