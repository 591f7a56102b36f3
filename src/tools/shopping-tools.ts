import { calculateVoucher } from './shopping/calculate-voucher.ts';
import { checkProductMatch } from './shopping/check-product-match.ts';
import { findProduct } from './shopping/find-product.ts';
import { findProductsInSameShop } from './shopping/find-products-in-same-shop.ts';
import { recommendProduct } from './shopping/recommend-product.ts';
import { terminate } from './shopping/terminate.ts';
import { viewProductInformation } from './shopping/view-product-information.ts';
import type { Tool } from './tool.ts';

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
