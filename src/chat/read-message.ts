import { ownField, textOf } from '../json/json-object.ts';
import { contentText } from './content-text.ts';
import { type FunctionCall, toolCallsOf } from './read-response.ts';

/** A message of a request, read by the same rules as `readResponse` uses for answers. */
export interface ReadMessage {
  /** Empty if missing. */
  readonly role: string;
  readonly text: string;
  readonly toolCalls: readonly FunctionCall[];
}

/** Accepts any value and never throws; fields of the wrong type count as missing. */
export function readMessage(message: unknown): ReadMessage {
  return {
    role: textOf(ownField(message, 'role')) ?? '',
    text: contentText(ownField(message, 'content')),
    toolCalls: toolCallsOf(message),
  };
}
