import type { FilterRule } from '../filter-rule.ts';

/** As determined by the validator when it graded. Others may not have that market. */
export const productUnknown: FilterRule = {
  reason: 'PRODUCT_UNKNOWN',
  check: ({ verdict }) =>
    verdict?.rules.flags.includes('unknown_product') === true ? 'a recommended product is not in the market' : null,
};
