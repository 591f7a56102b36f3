import { describe, expect, it } from 'vitest';
import type { RowMessage } from '../../chat/schema.ts';
import { type LogExchange, mainThread } from './log-threads.ts';

function exchange(...messages: readonly RowMessage[]): LogExchange {
  return { messages, turn: { finish_reason: null } as LogExchange['turn'], tools: null };
}

function asks(content: string): RowMessage {
  return { role: 'user', content };
}

function calls(name: string): RowMessage {
  const call = { id: name, type: 'function', function: { name, arguments: '{}' } } as const;
  return { role: 'assistant', content: '', tool_calls: [call] };
}

function says(content: string): RowMessage {
  return { role: 'assistant', content };
}

describe('conversation of a trace', () => {
  it('the conversation of a trace is the thread with most tool calls, each request extending the one before', () => {
    const first = [asks('a lamp'), calls('find_product')];
    const second = [...first, asks('found 3'), calls('view_product_information')];
    const thread = mainThread([exchange(asks('a title'), says('Lamps')), exchange(...first), exchange(...second)]);
    expect(thread).toMatchObject({ messages: second, others: 1 });
    expect(thread!.turns.map(({ message }) => message)).toEqual([1, 3]);
  });

  it('the conversation of a trace is the first of two threads with equally many tool calls', () => {
    const [one, two] = [exchange(asks('one'), calls('find_product')), exchange(asks('two'), calls('find_product'))];
    expect(mainThread([one, two])).toMatchObject({ messages: one.messages, others: 1 });
  });

  it('a trace without calls has a conversation, and an empty trace has none', () => {
    expect(mainThread([exchange(asks('hello'), says('hello'))])).toMatchObject({ others: 0 });
    expect(mainThread([])).toBeUndefined();
  });

  it('finds the conversation among ten thousand threads with the same beginning', () => {
    const shared = Array.from({ length: 20 }, (_, place) => asks(`the same ${place}`));
    const threads = Array.from({ length: 10_000 }, (_, place) => exchange(...shared, says(`answer ${place}`)));
    const main = exchange(...shared, calls('find_product'));
    expect(mainThread([...threads, main])).toMatchObject({ messages: main.messages, others: 10_000 });
  });
});
