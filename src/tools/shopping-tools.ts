import { calculateVoucher } from './calculate-voucher.ts';
import { checkProductMatch } from './check-product-match.ts';
import { findProduct } from './find-product.ts';
import { findProductsInSameShop } from './find-products-in-same-shop.ts';
import { recommendProduct } from './recommend-product.ts';
import { terminate } from './terminate.ts';
import type { Tool } from './tool.ts';
import { viewProductInformation } from './view-product-information.ts';

/** The harness of published baselines: what a shop offers, and how to answer. */
export const FOUR_TOOLS: readonly Tool[] = [findProduct, viewProductInformation, recommendProduct, terminate];

/** With the three that spare a model lookups and arithmetic. Results of the two harnesses are not comparable. */
export const SEVEN_TOOLS: readonly Tool[] = [
  ...FOUR_TOOLS.slice(0, 2),
  checkProductMatch,
  findProductsInSameShop,
  calculateVoucher,
  ...FOUR_TOOLS.slice(2),
];
