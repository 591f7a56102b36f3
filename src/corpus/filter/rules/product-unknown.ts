import type { FilterRule } from '../filter-rule.ts';

/** By the validator's look into the market when it graded; nobody else has that market for certain. */
export const productUnknown: FilterRule = {
  reason: 'PRODUCT_UNKNOWN',
  check: ({ verdict }) =>
    verdict?.rules.flags.includes('unknown_product') === true ? 'a recommended product is not in the market' : null,
};
