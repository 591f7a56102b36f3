import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import type { Voucher } from '../../problems/problem.ts';
import {
  type CartItem,
  cartTotal,
  isFromOneShop,
  isWithinBudget,
  payableTotal,
  voucherApplies,
} from '../../problems/satisfy.ts';
import { amount, commaList, partsOf } from '../lenient-values.ts';
import { defineTool } from '../tool.ts';

const PRICES_FORM = 'a comma list of prices, for example "100,50"';

export interface VoucherCalculation {
  readonly prices: readonly number[];
  readonly total_before: number;
  readonly discount_amount: number;
  readonly total_after: number;
  readonly within_budget: boolean;
  readonly voucher_applied: boolean;
  /** `null` if it was applied. */
  readonly not_applied_because: string | null;
  readonly budget: number;
}

export const calculateVoucher = defineTool({
  name: 'calculate_voucher',
  description:
    'Work out what products cost together with a voucher and whether that is within the budget. The voucher applies when the total reaches its threshold and, if it is for one shop, when all products are from the same shop. A percentage discount is limited by its cap. The budget is also kept when the plain total is low enough.',
  parameters: z.object({
    product_prices: commaList(PRICES_FORM).describe(
      'Comma list with the price of each product, for example "100,50.5".',
    ),
    voucher_type: z
      .enum(['fixed', 'percentage'], 'must be "fixed" or "percentage"')
      .describe('"fixed" takes an amount off, "percentage" a share of the total.'),
    discount_value: amount().describe('The amount for a fixed voucher; the percentage for the other, 26 for 26%.'),
    threshold: amount().describe('The total from which the voucher can be used.'),
    budget: amount().describe('What the user can spend at most.'),
    cap: amount()
      .optional()
      .describe('Most that a percentage voucher takes off; leave it out, or 0, if there is no cap.'),
    scope: z
      .enum(['platform', 'shop'], 'must be "platform" or "shop"')
      .optional()
      .describe(
        '"shop" if the voucher needs all products from one shop, "platform" (the default) if any shops will do.',
      ),
    shop_ids: commaList('a comma list of shop ids, one per price')
      .optional()
      .describe('Comma list with the shop_id of each product, in the order of the prices. Needed for scope "shop".'),
  }),
  run: (parameters): VoucherCalculation => {
    const cart = cartOf(parameters.product_prices, parameters.shop_ids, parameters.scope);
    const voucher = voucherOf(parameters);
    const total = cartTotal(cart);
    const applied = voucherApplies(voucher, cart);
    const payable = Math.max(0, payableTotal(voucher, cart));
    return {
      prices: cart.map((item) => item.price),
      total_before: centavos(total),
      discount_amount: centavos(total - payable),
      total_after: centavos(payable),
      within_budget: isWithinBudget(voucher, cart),
      voucher_applied: applied,
      not_applied_because: applied ? null : reasonAgainst(voucher, cart),
      budget: parameters.budget,
    };
  },
});

function cartOf(prices: string, shops: string | undefined, scope: Voucher['scope'] | undefined): CartItem[] {
  const amounts = partsOf(prices).map((price) => amount().safeParse(price));
  if (amounts.length === 0 || amounts.some((price) => !price.success)) {
    throw new Fault('INPUT_INVALID', { message: `product_prices must be ${PRICES_FORM}.` });
  }
  const shopIds = shops === undefined ? [] : partsOf(shops);
  if (shops !== undefined && shopIds.length !== amounts.length) {
    const counted = `there are ${amounts.length} prices and ${shopIds.length} shops`;
    throw new Fault('INPUT_INVALID', { message: `shop_ids must name one shop per price; ${counted}.` });
  }
  if (shops === undefined && scope === 'shop' && amounts.length > 1) {
    throw new Fault('INPUT_INVALID', {
      message: 'shop_ids must name the shop of each product, because the voucher is for one shop.',
    });
  }
  return amounts.map((price, place) => ({ price: price.data!, shopId: shopIds[place] ?? '' }));
}

interface Terms {
  readonly voucher_type: 'fixed' | 'percentage';
  readonly discount_value: number;
  readonly threshold: number;
  readonly budget: number;
  readonly cap?: number | undefined;
  readonly scope?: 'platform' | 'shop' | undefined;
}

function voucherOf({ voucher_type, discount_value, threshold, budget, cap, scope = 'platform' }: Terms): Voucher {
  const terms = { scope, threshold, budget, priceAfterVoucher: budget };
  if (voucher_type === 'fixed') return { ...terms, discount: { type: 'fixed', amount: discount_value } };
  // Programs write 26 % as 0.26; taken literally it would be a quarter of a percent, unnoticed.
  if (discount_value < 1 || discount_value > 100) {
    throw new Fault('INPUT_INVALID', {
      message: 'discount_value of a percentage voucher must be from 1 to 100: 26 stands for 26%.',
    });
  }
  const limit = cap === undefined || cap === 0 ? Infinity : cap;
  return { ...terms, discount: { type: 'percentage', share: discount_value / 100, cap: limit } };
}

function reasonAgainst(voucher: Voucher, cart: readonly CartItem[]): string {
  if (voucher.scope === 'shop' && !isFromOneShop(cart)) return 'The products are not all from one shop.';
  return 'The total is below the threshold.';
}

function centavos(pesos: number): number {
  return Math.round(pesos * 100) / 100;
}
