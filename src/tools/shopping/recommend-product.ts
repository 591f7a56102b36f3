import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { commaList, partsOf } from '../lenient-values.ts';
import { defineTool } from '../tool.ts';

const FORM = 'a comma list of product ids, for example "1001,1002"';

export const recommendProduct = defineTool({
  name: 'recommend_product',
  description:
    'Recommend products to the user. Call it exactly once, when you have decided, and before terminate: one product for each item the user asked for, in the order in which they were asked for.',
  parameters: z.object({
    product_ids: commaList(FORM).describe(
      'Comma list of product ids, one per item, in the order of the request. For one item a single id.',
    ),
  }),
  run: ({ product_ids }) => {
    const ids = partsOf(product_ids);
    if (ids.length === 0) throw new Fault('INPUT_INVALID', { message: `product_ids must be ${FORM}.` });
    return `Recommended to the user: ${ids.join(',')}.`;
  },
});
