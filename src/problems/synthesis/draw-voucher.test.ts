import { expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { isWithinBudget } from '../satisfy/voucher-price.ts';
import { drawVoucher } from './draw-voucher.ts';

it('a drawn voucher keeps its cart within the budget, whatever centavos the prices have', () => {
  const over: unknown[] = [];
  for (let seed = 0; seed < 20_000; seed++) {
    const random = new Random(seed);
    const cart = Array.from({ length: 1 + random.integer(4) }, () => ({
      price: (100 + random.integer(6_000)) / 100,
      shopId: 'shop',
    }));
    const voucher = drawVoucher(random, cart);
    if (voucher !== undefined && !isWithinBudget(voucher, cart)) over.push({ cart, voucher });
  }
  expect(over).toEqual([]);
});
