import type { Voucher } from '../problem.ts';

/** What is in the cart: a price and a shop per product. */
export interface CartItem {
  readonly price: number;
  readonly shopId: string;
}

/** Less than a thousandth of a centavo: what adding and multiplying prices in binary can be off by. */
export const ROUNDING = 1e-6;

export function cartTotal(cart: readonly CartItem[]): number {
  return cart.reduce((sum, item) => sum + item.price, 0);
}

export function isFromOneShop(cart: readonly CartItem[]): boolean {
  return new Set(cart.map((item) => item.shopId)).size === 1;
}

/**
 * Whether the voucher may be used on this cart. Queries say "exceeds", the reference takes a total that equals the
 * threshold, and so do we: a scorer that disagrees with the one agents were built for is no use to them.
 */
export function voucherApplies(voucher: Voucher, cart: readonly CartItem[]): boolean {
  if (cart.length === 0) return false;
  if (voucher.scope === 'shop' && !isFromOneShop(cart)) return false;
  return cartTotal(cart) >= voucher.threshold - ROUNDING;
}

/** What the cart costs with the voucher where it applies. */
export function payableTotal(voucher: Voucher, cart: readonly CartItem[]): number {
  const total = cartTotal(cart);
  if (!voucherApplies(voucher, cart)) return total;
  const { discount } = voucher;
  if (discount.type === 'fixed') return total - discount.amount;
  return Math.max(total * (1 - discount.share), total - discount.cap);
}

/** The plain total counts when it is low enough, whatever the voucher says. */
export function isWithinBudget(voucher: Voucher, cart: readonly CartItem[]): boolean {
  const limit = voucher.budget + ROUNDING;
  return cartTotal(cart) <= limit || payableTotal(voucher, cart) <= limit;
}
