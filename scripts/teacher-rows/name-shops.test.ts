import { describe, expect, it } from 'vitest';
import type { RowMessage } from '../../src/chat/schema.ts';
import { nameShops } from './name-shops.ts';

const ASKED: RowMessage = {
  role: 'assistant',
  content: 'The request asks for 2 items from one shop: 1. lamp; 2. desk.',
};
const FOUND: RowMessage = {
  role: 'tool',
  tool_call_id: 'a',
  name: 'find_product',
  content:
    '[{"product_id":"1000000001","shop_id":"7"},{"product_id":"1000000002","shop_id":"7"},{"product_id":"1000000003","shop_id":"8"}]',
};

describe('nameShops', () => {
  it('writes the shop before the products that are chosen', () => {
    expect(saidAfter('check_product_match', '1000000001', '1000000002')).toBe('From shop 7: words');
  });

  it('writes the shop of most products before they are opened', () => {
    expect(saidAfter('view_product_information', '1000000001,1000000002,1000000003')).toBe(
      'Shop 7 may have everything. words',
    );
  });

  it('names no shop if no shop has half of the opened products', () => {
    expect(saidAfter('view_product_information', '1000000001,1000000003,1000000004')).toBe('words');
  });

  it('names no shop if products of different shops are allowed', () => {
    const asked: RowMessage = { role: 'assistant', content: 'The request asks for 2 items: 1. lamp; 2. desk.' };
    expect(nameShops([asked, FOUND, said('check_product_match', '1000000001')])[2]!.content).toBe('words');
  });
});

function saidAfter(tool: string, ...ids: readonly string[]): string {
  return nameShops([ASKED, FOUND, said(tool, ...ids)])[2]!.content;
}

function said(tool: string, ...ids: readonly string[]): RowMessage {
  const calls = ids.map((id) => ({
    id,
    type: 'function' as const,
    function: { name: tool, arguments: JSON.stringify({ product_id: id }) },
  }));
  return { role: 'assistant', content: 'words', tool_calls: calls };
}
