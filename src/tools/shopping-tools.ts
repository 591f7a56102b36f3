import { calculateVoucher } from './shopping/calculate-voucher.ts';
import { checkProductMatch } from './shopping/check-product-match.ts';
import { findProduct } from './shopping/find-product.ts';
import { findProductsInSameShop } from './shopping/find-products-in-same-shop.ts';
import { recommendProduct } from './shopping/recommend-product.ts';
import { terminate } from './shopping/terminate.ts';
import { viewProductInformation } from './shopping/view-product-information.ts';
import { webSearch } from './shopping/web-search.ts';
import type { Tool } from './tool.ts';

/** The harness of published baselines: the tools of a shop, and the tools to answer. */
export const FOUR_TOOLS: readonly Tool[] = [findProduct, viewProductInformation, recommendProduct, terminate];

/** Adds three tools that save a model lookups and arithmetic. Results of the two harnesses are not comparable. */
export const SEVEN_TOOLS: readonly Tool[] = [
  ...FOUR_TOOLS.slice(0, 2),
  checkProductMatch,
  findProductsInSameShop,
  calculateVoucher,
  ...FOUR_TOOLS.slice(2),
];

/** A harness for suites with knowledge problems: the same tools with `web_search` before the two answering tools. */
export function withWebSearch(tools: readonly Tool[]): readonly Tool[] {
  return [...tools.slice(0, -2), webSearch, ...tools.slice(-2)];
}

export const EIGHT_TOOLS: readonly Tool[] = withWebSearch(SEVEN_TOOLS);
