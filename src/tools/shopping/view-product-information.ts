import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { commaList, partsOf } from '../lenient-values.ts';
import { defineTool } from '../tool.ts';

const FORM = 'a comma list of 1 to 100 product ids, for example "1001,1002"';

export const viewProductInformation = defineTool({
  name: 'view_product_information',
  description:
    'Open products to see what a search does not show: short_description, description, sku_options (each variant that can be bought with its options, such as color or size) and attributes (what holds for every variant). Use it to compare candidates before recommending. Unknown ids are left out of the answer.',
  parameters: z.object({
    product_ids: commaList(FORM).describe('Comma list of product ids, for example "1001,1002".'),
  }),
  run: async ({ product_ids }, market) => {
    const ids = partsOf(product_ids);
    if (ids.length === 0 || ids.length > 100) {
      throw new Fault('SEARCH_QUERY_INVALID', { message: `product_ids must be ${FORM}.` });
    }
    return await market.view(ids);
  },
});
