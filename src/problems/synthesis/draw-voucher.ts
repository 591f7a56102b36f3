import type { Random } from '../../random/random.ts';
import type { Voucher } from '../problem.ts';
import { type CartItem, cartTotal, isFromOneShop, payableTotal, ROUNDING } from '../satisfy/voucher-price.ts';

/** Of the benchmark's fixed vouchers one in eight is not needed to stay within the budget. */
const NOT_NEEDED = 0.07;

/** With a choice of scope for carts from one shop, about half of all vouchers are for one shop, as in the benchmark. */
const SHOP_SCOPE = 0.85;

/**
 * A voucher that makes the cart affordable, and a budget between what the cart costs with it and without it: with these
 * products, an agent that forgets the voucher, misses its threshold or mixes shops under a shop voucher goes over. Cheaper
 * products that fit are as right. For a few the budget is enough without. Nothing when no whole peso lies between.
 */
export function drawVoucher(random: Random, cart: readonly CartItem[]): Voucher | undefined {
  const total = cartTotal(cart);
  const scope = cart.length > 1 && isFromOneShop(cart) && random.chance(SHOP_SCOPE) ? 'shop' : 'platform';
  const threshold = Math.max(1, Math.floor(total * (0.55 + 0.43 * random.next())));
  const discount = drawDiscount(random, total);
  const unpriced: Voucher = { scope, threshold, discount, budget: 0, priceAfterVoucher: 0 };
  const payable = payableTotal(unpriced, cart);
  const priceAfterVoucher = Math.round(payable * 100) / 100;
  if (discount.type === 'fixed' && random.chance(NOT_NEEDED))
    return { ...unpriced, priceAfterVoucher, budget: Math.ceil(total * (1 + 0.1 * random.next())) };
  // Of the exact price: a share of it can end a fraction of a centavo above a whole peso, and would be over the budget.
  const lowest = Math.ceil(payable - ROUNDING);
  const highest = Math.ceil(total) - 1;
  if (lowest > highest) return undefined;
  const budget = lowest + random.integer(Math.ceil((highest - lowest) * 0.6) + 1);
  return { ...unpriced, priceAfterVoucher, budget: Math.min(budget, highest) };
}

function drawDiscount(random: Random, total: number): Voucher['discount'] {
  if (random.chance(0.5))
    return { type: 'fixed', amount: Math.max(1, Math.round(total * (0.05 + 0.3 * random.next()))) };
  const share = (5 + random.integer(36)) / 100;
  return { type: 'percentage', share, cap: Math.max(1, Math.round(total * share * (0.5 + random.next()))) };
}
