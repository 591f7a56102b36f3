import type { RowMessage } from '../../src/chat/schema.ts';

/** A list of the first hits by title, before they are opened; the call repeats the ids. */
const LISTING = /\bOf the results, .*? could be what is meant by title, price and services\. /gs;
/** Earlier versions began every answer of a simulated model with this mark; old evaluations still contain it. */
const MARK = /\[simulated house\/[\w.-]+\] ?/g;
/** The title, price and shop that a simulated model writes after an id. */
const TITLE = / "[^"\n]*" at [\d.]+ pesos from shop \d+/g;

/**
 * Removes titles, prices and shops that a simulated model's text copies from the results. They are most of its text, a
 * small model would spend its capacity on copying them, and no call depends on them. Calls and results stay.
 */
export function briefWords(messages: readonly RowMessage[]): readonly RowMessage[] {
  return messages.map((message) =>
    message.role === 'assistant'
      ? { ...message, content: message.content.replaceAll(MARK, '').replaceAll(LISTING, '').replaceAll(TITLE, '') }
      : message,
  );
}
