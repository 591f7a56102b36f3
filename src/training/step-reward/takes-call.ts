import type { ProductCard } from '../../market/product.ts';
import { parseProductQuery } from '../../market/search.ts';
import type { MarketView } from '../../tools/market-view.ts';
import { isToolError } from '../../tools/run-tool.ts';
import type { Tool } from '../../tools/tool.ts';

/**
 * Whether a tool would accept a call, including its values: a search rejects a filter that it cannot parse. Runs the
 * tool against a shop that has everything.
 */
export async function takesCall(tool: Tool, parameters: unknown): Promise<boolean> {
  return !isToolError(await tool.run(parameters, COMPLIANT_SHOP));
}

const CARD: ProductCard = { product_id: '1', shop_id: '1', title: '', price: 0, service: [], sold_count: 0 };

const COMPLIANT_SHOP: MarketView = {
  find: async (query) => {
    parseProductQuery(query);
    return [CARD];
  },
  view: async (ids) =>
    ids.map((product_id) => ({
      product_id,
      short_description: '',
      description: '',
      sku_options: {},
      attributes: {},
    })),
  seenCard: () => undefined,
};
