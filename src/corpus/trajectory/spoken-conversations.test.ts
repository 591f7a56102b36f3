import { describe, expect, it } from 'vitest';
import { calling, SampleConversation } from '../testing/sample-conversation.ts';
import { spokenConversations } from './spoken-conversations.ts';

const USER = { role: 'user', content: 'a red lamp' };
const SEARCH = calling(['find_product', { q: 'red lamp' }]);
const RESULT = { role: 'tool', tool_call_id: 'call_find_product_0', content: '[]' };
const TOOLS = [{ type: 'function', function: { name: 'find_product', parameters: {} } }];

describe('conversations of the model', () => {
  it('a conversation is one series of requests, with native calls as calls', () => {
    const { calls } = new SampleConversation()
      .ask([USER], SEARCH, { tools: TOOLS })
      .ask([{ role: 'user', content: 'Which number?' }], { role: 'assistant', content: '3' })
      .ask([USER, SEARCH, RESULT], { role: 'assistant', content: 'Nothing there.' }, { tools: TOOLS });
    expect(spokenConversations(calls)).toMatchObject([
      {
        tools: JSON.stringify(TOOLS),
        messages: [
          USER,
          { role: 'assistant', tool_calls: [{ function: { name: 'find_product' } }] },
          { role: 'tool', name: 'find_product', content: '[]' },
          { role: 'assistant', content: 'Nothing there.' },
        ],
      },
      { tools: '[]', messages: [{ role: 'user' }, { role: 'assistant', content: '3' }] },
    ]);
  });

  it('a conversation keeps calls that are written in the text', () => {
    const content = '<tool_call>[{"name": "find_product", "parameters": {"q": "lamp"}}]</tool_call>';
    const { calls } = new SampleConversation().ask([USER], { role: 'assistant', content });
    expect(spokenConversations(calls)[0]!.messages.at(-1)).toEqual({ role: 'assistant', content });
  });

  it('omits a conversation whose history has words that no model said', () => {
    const invented = { role: 'assistant', content: 'I would search for a red lamp.' };
    const { calls } = new SampleConversation().ask([USER, invented, USER], { role: 'assistant', content: 'Yes.' });
    expect(spokenConversations(calls)).toEqual([undefined]);
  });

  it('a conversation reports a truncated answer', () => {
    const { calls } = new SampleConversation().ask([USER], { role: 'assistant', content: 'I' });
    const [call] = calls;
    const response = { choices: [{ index: 0, message: { role: 'assistant', content: 'I' }, finish_reason: 'length' }] };
    expect(spokenConversations([{ ...call!, response }])[0]!.cutOff).toBe(true);
  });
});
