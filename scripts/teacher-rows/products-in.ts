import type { RowMessage, ToolCall } from '../../src/chat/schema.ts';

/** Product ids in text. */
export const PRODUCT_ID = /\b\d{10}\b/g;

/** Ids of the products with which a message calls a tool, in the order of the calls. */
export function productsIn(message: RowMessage, tool: string): readonly string[] {
  const calls: readonly ToolCall[] = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  return calls
    .filter((call) => call.function.name === tool)
    .flatMap((call) => call.function.arguments.match(PRODUCT_ID) ?? []);
}
