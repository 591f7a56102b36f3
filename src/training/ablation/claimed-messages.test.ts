import { describe, expect, it } from 'vitest';
import { claimedMessages } from './claimed-messages.ts';

const step = (message: object) => ({ completion: { message }, extra_info: {} });
const search = {
  name: 'find_product',
  parameters: { q: 'red lamp' },
  result: [{ product_id: '1' }],
  tool_call_id: 'x',
};
const open = { name: 'view_product_information', parameters: { product_ids: '1' }, result: 'nothing there' };

describe('a dialogue as messages', () => {
  it('gives thoughts to the assistant and results to the tools, call by call', () => {
    const dialogue = [
      step({ think: 'I look.', tool_call: [search, open] }),
      step({ think: 'Done.', response: 'Here.' }),
    ];
    expect(claimedMessages(dialogue, 'a red lamp')).toEqual([
      { role: 'user', content: 'a red lamp' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          { id: 'call_1_0', type: 'function', function: { name: 'find_product', arguments: '{"q":"red lamp"}' } },
          {
            id: 'call_1_1',
            type: 'function',
            function: { name: 'view_product_information', arguments: '{"product_ids":"1"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1_0', name: 'find_product', content: '[{"product_id":"1"}]' },
      { role: 'tool', tool_call_id: 'call_1_1', name: 'view_product_information', content: '"nothing there"' },
      { role: 'assistant', content: 'Done.\nHere.' },
    ]);
  });

  it('passes over steps in which nothing is said or done', () => {
    const messages = claimedMessages([step({ think: ' ' }), step({ think: '', tool_call: [search] })], 'q');
    expect(messages?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  it.each([
    ['no list', { steps: [] }],
    ['a step without a message', [{ completion: {} }]],
    ['a call without a name', [step({ tool_call: [{ parameters: {} }] })]],
    ['parameters that are no object', [step({ tool_call: [{ name: 'find_product', parameters: 'red' }] })]],
    ['thoughts alone', [step({ think: 'I wonder.' })]],
    ['nothing', []],
  ])('refuses %s', (_, dialogue) => {
    expect(claimedMessages(dialogue, 'q')).toBeUndefined();
  });
});
