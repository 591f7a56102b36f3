import type { Random } from '../../random/random.ts';
import type { Voucher } from '../problem.ts';
import { type CartItem, cartTotal, isFromOneShop, payableTotal } from '../satisfy/voucher-price.ts';

/**
 * A voucher that makes the cart affordable, and a budget between what it costs with and without it: whoever forgets the
 * voucher, misses its threshold or mixes shops under a shop voucher goes over.
 */
export function drawVoucher(random: Random, cart: readonly CartItem[]): Voucher | undefined {
  const total = cartTotal(cart);
  if (total < 20) return undefined;
  const scope = isFromOneShop(cart) && random.chance(0.5) ? 'shop' : 'platform';
  const threshold = Math.max(1, Math.floor(total * (0.55 + 0.43 * random.next())));
  const percentage = random.chance(0.5);
  const share = (5 + random.integer(36)) / 100;
  const voucher = (discount: Voucher['discount'], budget: number): Voucher => {
    const unpriced: Voucher = { scope, threshold, discount, budget, priceAfterVoucher: 0 };
    return { ...unpriced, priceAfterVoucher: Math.round(payableTotal(unpriced, cart) * 100) / 100 };
  };
  const discount: Voucher['discount'] = percentage
    ? { type: 'percentage', share, cap: Math.max(1, Math.round(total * share * (0.5 + random.next()))) }
    : { type: 'fixed', amount: Math.max(1, Math.round(total * (0.05 + 0.3 * random.next()))) };
  const { priceAfterVoucher } = voucher(discount, 0);
  const lowest = Math.ceil(priceAfterVoucher);
  const highest = Math.ceil(total) - 1;
  // Too small a discount leaves no whole peso between the two prices.
  if (lowest > highest) return undefined;
  return voucher(
    discount,
    lowest + random.integer(Math.min(highest - lowest, Math.ceil((highest - lowest) * 0.6)) + 1),
  );
}
