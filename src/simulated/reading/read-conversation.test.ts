import { describe, expect, it } from 'vitest';
import { readRequest } from '../read-request.ts';
import { callKey } from './conversation.ts';
import { readConversation } from './read-conversation.ts';

const CARD = { product_id: '1001', shop_id: '7', title: 'Red Lamp', price: 250, service: ['COD'], sold_count: 3 };
const PAGE = { product_id: '1001', sku_options: { a: { size: 's' } }, attributes: { material: ['steel'] } };
const FIND = { name: 'find_product', parameters: { q: 'red lamp', page: 1 } };
const VIEW = { name: 'view_product_information', parameters: { product_ids: '1001' } };

const conversationOf = (...messages: unknown[]) => readConversation(readRequest({ messages }).messages);

function native(
  id: string,
  { name, parameters }: typeof FIND | typeof VIEW | { name: string; parameters: object },
  result: unknown,
) {
  const call = { id, type: 'function', function: { name, arguments: JSON.stringify(parameters) } };
  return [
    { role: 'assistant', content: 'thinking', tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: JSON.stringify(result) },
  ];
}

const KNOWN = {
  id: '1001',
  shopId: '7',
  title: 'Red Lamp',
  price: 250,
  services: ['COD'],
  soldCount: 3,
  attributes: [['material', ['steel']]],
  variants: [[['size', 's']]],
};

describe('reading a conversation', () => {
  it('reading a conversation pairs native calls with their answers', () => {
    const conversation = conversationOf(
      { role: 'user', content: 'a red lamp' },
      ...native('c1', FIND, [CARD]),
      ...native('c2', VIEW, [PAGE]),
    );
    expect(conversation.listings.get('1001')).toEqual(KNOWN);
    expect(conversation.made).toContain(callKey('find_product', FIND.parameters));
    expect(conversation).toMatchObject({ turns: 2, recommended: false, terminated: false });
    expect(conversation.opened).toEqual(new Set(['1001']));
  });

  it('reads tagged history in one message', () => {
    const conversation = conversationOf({
      role: 'user',
      content: `# Dialogue Records History\n<user>a red lamp</user>\n\n<think>search</think>\n\n<tool_call>${JSON.stringify([FIND])}</tool_call>\n\n<obs>${JSON.stringify([{ tool_call_id: 'x', results: [CARD] }])}</obs>\n\n<think>open</think>\n\n<tool_call>${JSON.stringify([VIEW])}</tool_call>\n\n<obs>${JSON.stringify([{ tool_call_id: 'y', results: JSON.stringify([PAGE]) }])}</obs>`,
    });
    expect(conversation.listings.get('1001')).toEqual(KNOWN);
    expect(conversation.turns).toBe(2);
    expect(conversation.opened).toEqual(new Set(['1001']));
  });

  it('reads tagged history in several messages, observations with and without tags', () => {
    const conversation = conversationOf(
      { role: 'user', content: 'a red lamp' },
      { role: 'assistant', content: `<think>search</think><tool_call>${JSON.stringify([FIND])}</tool_call>` },
      { role: 'user', content: `<obs>${JSON.stringify([CARD])}</obs>` },
      { role: 'assistant', content: `<think>open</think><tool_call>${JSON.stringify([VIEW])}</tool_call>` },
      { role: 'user', content: `Observation: ${JSON.stringify([PAGE])}` },
    );
    expect(conversation.listings.get('1001')).toEqual(KNOWN);
    expect(conversation.turns).toBe(2);
  });

  it('finds the products in results that were truncated or printed by Python', () => {
    const cut = JSON.stringify([CARD, { ...CARD, product_id: '1002' }, { ...CARD, product_id: '1003' }]).slice(0, -20);
    const python = `[{'product_id': '1004', 'title': "Lamp's shade", 'price': 9.5, 'service': [], 'sold': None}]`;
    const conversation = conversationOf(
      { role: 'user', content: 'a red lamp' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', function: { name: 'find_product', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: cut },
      { role: 'tool', tool_call_id: 'c', content: python },
    );
    expect([...conversation.listings.keys()]).toEqual(['1001', '1002', '1004']);
    expect(conversation.listings.get('1004')).toMatchObject({ title: "Lamp's shade", price: 9.5 });
  });

  it('distinguishes a rejected recommendation from one that was made', () => {
    const recommend = { name: 'recommend_product', parameters: { product_ids: '1001' } };
    const refusal = { error: 'Not verified: call check_product_match for 1001 first.' };
    const refused = conversationOf(...native('c', recommend, refusal));
    expect(refused).toMatchObject({ recommended: false, refusals: 1, mustCheck: true, mustOpen: false });
    expect(conversationOf(...native('c', recommend, 'Recommended to the user: 1001.')).recommended).toBe(true);
    expect(
      conversationOf(...native('c', recommend, { error: 'It was already made. Call terminate.' })).recommended,
    ).toBe(true);
    const end = { name: 'terminate', parameters: { status: 'failure' } };
    const held = conversationOf(...native('c', end, { error: 'Call recommend_product before terminate.' }));
    expect(held).toMatchObject({ terminated: false, terminateRefusals: 1 });
  });
});
