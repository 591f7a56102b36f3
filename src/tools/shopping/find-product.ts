import { z } from 'zod';
import { MAX_PAGE, SORT_ORDERS } from '../../market/search.ts';
import { SERVICES } from '../../market/service.ts';
import { commaList, text, wholeNumber } from '../lenient-values.ts';
import { defineTool } from '../tool.ts';

export const findProduct = defineTool({
  name: 'find_product',
  description:
    'Search the marketplace. Returns up to 10 products per page, best match first, each with product_id, shop_id, title, price, service and sold_count. Attributes and variants are not shown here; open a product for those. If the results do not fit, change the words, the page or the filters.',
  parameters: z.object({
    q: text('the words to look for').describe(
      'Two to six words that name the product: its kind, brand, model, or a telling property. Not the whole request.',
    ),
    page: wholeNumber(1, MAX_PAGE).optional().describe('Page of the results, 1 to 5. The first if left out.'),
    shop_id: text('the id of a shop').optional().describe('Only products of the shop with this id.'),
    price: text('"low-high" or "low-"')
      .optional()
      .describe('Price range, both ends included: "low-high" or "low-", for example "0-300", "180-505" or "1000-".'),
    sort: z
      .enum(SORT_ORDERS, `must be one of ${SORT_ORDERS.join(', ')}`)
      .optional()
      .describe(
        '"priceasc" cheapest first, "pricedesc" dearest first, "order" most sold first, "default" best match first.',
      ),
    service: commaList(`a comma list of ${SERVICES.join(', ')}`)
      .optional()
      .describe(
        'Comma list of services the product must have, all of them: "official" (official store), "freeShipping", "COD" (cash on delivery), "flashsale". Example: "freeShipping,COD".',
      ),
  }),
  run: async ({ page, ...words }, market) =>
    await market.find({ ...words, page: page === undefined ? undefined : String(page) }),
});
