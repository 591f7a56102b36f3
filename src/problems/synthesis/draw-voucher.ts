import type { Random } from '../../random/random.ts';
import type { Voucher } from '../problem.ts';
import { type CartItem, cartTotal, isFromOneShop, payableTotal, ROUNDING } from '../satisfy/voucher-price.ts';

/** In the benchmark, one in eight fixed vouchers is not needed to stay within the budget. */
const NOT_NEEDED = 0.07;

/**
 * Probability of a shop voucher for a cart from one shop. With it, about half of all vouchers are shop vouchers, as in
 * the benchmark.
 */
const SHOP_SCOPE = 0.85;

/**
 * Draws a voucher that makes the cart affordable, and a budget between the prices with and without it. With these
 * products, an agent that forgets the voucher, misses its threshold or mixes shops under a shop voucher exceeds the
 * budget. Cheaper products that fit are also accepted. In a few cases the budget is enough without the voucher.
 * `undefined` if there is no whole-peso budget in between.
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
  // Uses the exact price: a percentage discount can leave a fraction of a centavo above a whole peso, which would
  // exceed the budget.
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
