import { expect, it } from 'vitest';
import type { RowMessage } from '../../../src/chat/schema.ts';
import { messageRole } from './message-role.ts';

it('calls only the first user message of a conversation a request', () => {
  const messages: readonly RowMessage[] = [
    { role: 'system', content: 'You are a shopping assistant.' },
    { role: 'user', content: 'I need a lamp.' },
    { role: 'assistant', content: '' },
    { role: 'user', content: '<obs>[{"error":"The parameters of a call must be a JSON object"}]</obs>' },
    { role: 'user', content: '<obs>[{"product_id":"p1"}]</obs>' },
    { role: 'user', content: 'Use the tools.' },
    { role: 'tool', tool_call_id: '1', name: 'find_product', content: '[]' },
  ];
  expect(messages.map((_, place) => messageRole(messages, place))).toEqual([
    { text: 'System prompt' },
    { text: 'Request' },
    { text: 'Model' },
    { text: 'Tool error' },
    { text: 'Tool results' },
    { text: 'Further message' },
    { text: 'Result of', tool: 'find_product' },
  ]);
});
