import type { Voucher } from '../problem.ts';

/** One product in the cart. */
export interface CartItem {
  readonly price: number;
  readonly shopId: string;
}

/** Tolerance for the binary rounding error of adding and multiplying prices; less than a thousandth of a centavo. */
export const ROUNDING = 1e-6;

export function cartTotal(cart: readonly CartItem[]): number {
  return cart.reduce((sum, item) => sum + item.price, 0);
}

export function isFromOneShop(cart: readonly CartItem[]): boolean {
  return new Set(cart.map((item) => item.shopId)).size === 1;
}

/**
 * Whether the voucher applies to this cart. Queries say "exceeds", but the reference also accepts a total equal to the
 * threshold. We do the same, because agents are built for the reference's scorer.
 */
export function voucherApplies(voucher: Voucher, cart: readonly CartItem[]): boolean {
  if (cart.length === 0) return false;
  if (voucher.scope === 'shop' && !isFromOneShop(cart)) return false;
  return cartTotal(cart) >= voucher.threshold - ROUNDING;
}

/** Price of the cart, with the voucher deducted if it applies. */
export function payableTotal(voucher: Voucher, cart: readonly CartItem[]): number {
  const total = cartTotal(cart);
  if (!voucherApplies(voucher, cart)) return total;
  const { discount } = voucher;
  if (discount.type === 'fixed') return total - discount.amount;
  return Math.max(total * (1 - discount.share), total - discount.cap);
}

/** The total before the discount is accepted if it is within the budget, whatever the voucher requires. */
export function isWithinBudget(voucher: Voucher, cart: readonly CartItem[]): boolean {
  const limit = voucher.budget + ROUNDING;
  return cartTotal(cart) <= limit || payableTotal(voucher, cart) <= limit;
}
