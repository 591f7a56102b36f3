import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RowMessage } from '../../chat/schema.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { EmbeddedSearch } from '../../market/search.ts';
import { IndexMarketView } from '../../tools/index-market-view.ts';
import { runTool } from '../../tools/run-tool.ts';
import { type OpenSmallMarket, openSmallMarket } from '../../tools/testing/open-small-market.ts';
import { inResultForm } from './result-form.ts';

function exchange(name: string, parameters: object, content: string): readonly RowMessage[] {
  const call = { id: 'a', type: 'function', function: { name, arguments: JSON.stringify(parameters) } } as const;
  return [
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', name, content },
  ];
}

const resultOf = (messages: readonly RowMessage[], sortOptions = false): string =>
  inResultForm(messages, sortOptions).at(-1)!.content;

let market: OpenSmallMarket;
let search: EmbeddedSearch;

beforeAll(async () => {
  market = await openSmallMarket();
  search = market.search;
});
afterAll(() => market.close());

describe('results in the harness format', () => {
  const voucher = {
    product_prices: '100,50',
    voucher_type: 'fixed',
    discount_value: 10,
    threshold: 50,
    budget: 200,
  };

  it.each([
    ['find_product', { q: 'lamp' }],
    ['recommend_product', { product_ids: '1,2' }],
    ['terminate', { status: 'failure' }],
    ['calculate_voucher', voucher],
    ['find_products_in_same_shop', { product_queries: [{ q: 'lamp' }] }],
    ['find_product', { q: 'lamp', page: 9 }],
  ])('converts evidence to the result of %s, from sorted keys and spaces', async (name, parameters) => {
    const result = await runTool(name, parameters, new IndexMarketView(search));
    const recorded = JSON.stringify(JSON.parse(canonicalJson(result as never)), null, 1);
    expect(resultOf(exchange(name, parameters, recorded))).toBe(JSON.stringify(result));
  });

  it('keeps the order of options unless told to sort them', () => {
    const content = '[{"attributes": {"size": ["xl"], "color": ["red"]}, "product_id": "1"}]';
    const messages = exchange('view_product_information', { product_ids: '1' }, content);
    expect(resultOf(messages)).toBe('[{"product_id":"1","attributes":{"size":["xl"],"color":["red"]}}]');
    expect(resultOf(messages, true)).toBe('[{"product_id":"1","attributes":{"color":["red"],"size":["xl"]}}]');
  });

  it('uses one wording for a recommendation, and leaves refusals unchanged', () => {
    const said = (content: string): string => resultOf(exchange('recommend_product', { product_ids: '7, 8' }, content));
    expect(said('The products were recommended to the user: 7, 8.')).toBe('"Recommended to the user: 7,8."');
    expect(said('Something was recommended before.')).toBe('"Something was recommended before."');
  });
});
