import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedSearch } from '../market/search.ts';
import { IndexMarketView } from './index-market-view.ts';
import type { MarketView } from './market-view.ts';
import { isToolError, runTool } from './run-tool.ts';
import { type OpenSmallMarket, openSmallMarket } from './testing/open-small-market.ts';

let market: OpenSmallMarket;
let search: EmbeddedSearch;

beforeAll(async () => {
  market = await openSmallMarket();
  search = market.search;
});
afterAll(() => market.close());

const open = (): MarketView => new IndexMarketView(search);

describe('the shopping tools', () => {
  it('find_product finds products with every filter', async () => {
    const parameters = { q: 'kavari desk lamp', page: '1', price: '200-275', sort: 'priceasc', service: ['COD'] };
    const found = await runTool('find_product', parameters, open());
    expect(found).toEqual([
      {
        product_id: '1002',
        shop_id: 'shop-b',
        title: 'Kavari Desk Lamp Clip On',
        price: 250,
        service: ['COD'],
        sold_count: 0,
      },
    ]);
    expect(await runTool('find_product', { q: 'lamp', shop_id: 'shop-a', page: 2 }, open())).toEqual([]);
  });

  it('opens products in the requested order and omits unknown ones', async () => {
    const opened = await runTool('view_product_information', { product_ids: '1005, 77,1004' }, open());
    expect(opened).toMatchObject([
      { product_id: '1005', sku_options: { '7': { size: '61 cm' } }, attributes: { thickness: ['6 mm'] } },
      { product_id: '1004' },
    ]);
  });

  it('recommend_product and terminate answer with a sentence', async () => {
    expect(await runTool('recommend_product', { product_ids: [1001, '1002'] }, open())).toContain('1001,1002');
    expect(await runTool('terminate', {}, open())).toContain('success');
    expect(await runTool('terminate', { status: 'failure' }, open())).toContain('failure');
  });

  it.each([
    ['find_product', {}, /^q must be/],
    ['find_product', { q: '   ' }, /q is empty/],
    ['find_product', { q: 'lamp', page: 6 }, /^page must be a whole number from 1 to 5/],
    ['find_product', { q: 'lamp', page: 1.5 }, /^page must be/],
    ['find_product', { q: 'lamp', price: 'above:10' }, /price "above:10" is not understood/],
    ['find_product', { q: 'lamp', sort: 'best' }, /^sort must be one of default, order/],
    ['find_product', { q: 'lamp', service: 'lazmall' }, /service "lazmall" is not understood/],
    ['find_product', { q: 'lamp', color: 'red' }, /has no parameter "color"; it takes q, page/],
    ['find_product', 'lamp', /must be a JSON object with q, page/],
    ['view_product_information', { product_ids: ' , ' }, /^product_ids must be/],
    ['view_product_information', { product_ids: '1,'.repeat(101) }, /^product_ids must be/],
    ['recommend_product', { product_ids: [] }, /^product_ids must be/],
    ['recommend_product', { product_ids: '' }, /^product_ids must be/],
    ['terminate', { status: 'done' }, /^status must be "success" or "failure"/],
    ['buy_product', {}, /There is no tool "buy_product"; there are find_product/],
  ])('answers %s(%j) with a readable error', async (name, parameters, sentence) => {
    const result = await runTool(name, parameters, open());
    expect(isToolError(result)).toBe(true);
    expect((result as { error: string }).error).toMatch(sentence);
  });
});
