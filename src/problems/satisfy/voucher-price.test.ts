import { describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import type { Voucher } from '../problem.ts';
import { type CartItem, isWithinBudget, payableTotal, voucherApplies } from './voucher-price.ts';

const FIXED: Voucher = {
  scope: 'platform',
  threshold: 606,
  discount: { type: 'fixed', amount: 174 },
  budget: 652,
  priceAfterVoucher: 0,
};
const SHARE: Voucher = {
  ...FIXED,
  threshold: 257,
  discount: { type: 'percentage', share: 0.35, cap: 172 },
  budget: 263,
};

function cart(...items: readonly (readonly [price: number, shop: string])[]): CartItem[] {
  return items.map(([price, shopId]) => ({ price, shopId }));
}

/** An independent implementation of the rules: in integer centavos, case by case. */
function bruteForce(voucher: Voucher, items: readonly CartItem[]): boolean {
  const centavos = items.map((item) => Math.round(item.price * 100));
  let total = 0;
  for (const price of centavos) total += price;
  if (total <= Math.round(voucher.budget * 100)) return true;
  if (items.length === 0) return true;
  if (voucher.scope === 'shop') for (const item of items) if (item.shopId !== items[0]!.shopId) return false;
  if (total < Math.round(voucher.threshold * 100)) return false;
  const off =
    voucher.discount.type === 'fixed'
      ? voucher.discount.amount * 100
      : Math.min(total * voucher.discount.share, voucher.discount.cap * 100);
  return total - off <= voucher.budget * 100 + 1e-6;
}

describe('voucher arithmetic', () => {
  it('a fixed voucher applies from its threshold on', () => {
    expect(payableTotal(FIXED, cart([400, 'a'], [405.5, 'b']))).toBe(631.5);
    expect(payableTotal(FIXED, cart([606, 'a']))).toBe(432);
    expect(payableTotal(FIXED, cart([605.99, 'a']))).toBe(605.99);
  });

  it('a percentage voucher never takes off more than its cap', () => {
    expect(payableTotal(SHARE, cart([399, 'a']))).toBeCloseTo(259.35, 10);
    expect(payableTotal(SHARE, cart([1000, 'a']))).toBe(828);
  });

  it('a shop voucher applies to one shop only', () => {
    const shop: Voucher = { ...FIXED, scope: 'shop' };
    expect(voucherApplies(shop, cart([400, 'a'], [300, 'a']))).toBe(true);
    expect(voucherApplies(shop, cart([400, 'a'], [300, 'b']))).toBe(false);
    expect(voucherApplies(shop, [])).toBe(false);
  });

  it('a total within the budget passes, whatever the voucher', () => {
    const shop: Voucher = { ...FIXED, scope: 'shop' };
    expect(isWithinBudget(shop, cart([300, 'a'], [352, 'b']))).toBe(true);
    expect(isWithinBudget(shop, cart([300, 'a'], [353, 'b']))).toBe(false);
  });

  it('voucher prices agree with a second implementation on 10,000 random carts', () => {
    const random = new Random(41);
    for (let round = 0; round < 10_000; round++) {
      const items = Array.from({ length: 1 + random.integer(4) }, () => ({
        price: random.integer(100_000) / 100,
        shopId: random.pick(['a', 'b']),
      }));
      const voucher: Voucher = {
        scope: random.pick(['platform', 'shop'] as const),
        threshold: random.integer(1500),
        discount: random.chance(0.5)
          ? { type: 'fixed', amount: random.integer(400) }
          : { type: 'percentage', share: random.integer(50) / 100, cap: random.integer(300) },
        budget: random.integer(1500),
        priceAfterVoucher: 0,
      };
      expect(isWithinBudget(voucher, items), JSON.stringify([voucher, items])).toBe(bruteForce(voucher, items));
    }
  });
});
