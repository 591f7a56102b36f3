import type { RowMessage } from '../../src/chat/schema.ts';

/** Lists the first hits by title before opening them; the ids follow in the call. */
const LISTING = /\bOf the results, .*? could be what is meant by title, price and services\. /gs;
/** Earlier versions began every answer of a simulated model with it; evaluations of that time have it still. */
const MARK = /\[simulated house\/[\w.-]+\] ?/g;
/** Follows an id in the words of a simulated model. */
const TITLE = / "[^"\n]*" at [\d.]+ pesos from shop \d+/g;

/**
 * Removes titles, prices and shops that the words of a simulated model copy from the results. They are most of what it
 * writes, a small model spends its capacity on copying them, and no call depends on them. Calls and results stay.
 */
export function briefWords(messages: readonly RowMessage[]): readonly RowMessage[] {
  return messages.map((message) =>
    message.role === 'assistant'
      ? { ...message, content: message.content.replaceAll(MARK, '').replaceAll(LISTING, '').replaceAll(TITLE, '') }
      : message,
  );
}
