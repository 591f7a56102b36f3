import type { ProductCard } from '../../market/product.ts';
import { parseProductQuery } from '../../market/search.ts';
import type { MarketView } from '../../tools/market-view.ts';
import { isToolError } from '../../tools/run-tool.ts';
import type { Tool } from '../../tools/tool.ts';

/**
 * Whether a tool would take a call, values included: a filter that a search does not understand is no filter. Asks the
 * tool itself, before a shop that has whatever is asked for.
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
