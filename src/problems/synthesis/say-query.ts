import type { Random } from '../../random/random.ts';
import type { Category, Voucher } from '../problem.ts';
import {
  CART_FRAMES,
  ONE_SHOP_REQUESTS,
  PRODUCT_FRAMES,
  SHOP_FRAMES,
  VOUCHER_FRAMES,
  VOUCHER_SCOPES,
} from './phrases.ts';
import { sayItem } from './say-item.ts';
import type { Wish } from './wish.ts';

/** What the shopper says about the items: one or more sentences in which every constraint stands. */
export function sayItems(random: Random, category: Category, wishes: readonly Wish[]): string {
  const items = wishes.map((wish) => sayItem(random, wish));
  switch (category) {
    case 'product':
      return random.pick(PRODUCT_FRAMES).replace('ITEM', () => items[0]!);
    case 'shop':
      return random.pick(SHOP_FRAMES).replace('LIST', () => sayList(random, items));
    case 'voucher':
      return random.pick(CART_FRAMES).replace('LIST', () => sayList(random, items));
  }
}

function sayList(random: Random, items: readonly string[]): string {
  if (items.length === 1) return items[0]!;
  const style = random.integer(4);
  if (style === 0) return items.map((item, place) => `(${place + 1}) ${item}`).join('; ');
  if (style === 1 && items.length <= ORDINALS.length)
    return items.map((item, place) => `${ORDINALS[place]} ${item}`).join('; ');
  // Commas stand within items, so they cannot stand between them.
  return `${items.slice(0, -1).join('; ')}; and ${style === 2 ? 'also ' : ''}${items.at(-1)}`;
}

const ORDINALS = ['first', 'second', 'third', 'and lastly'];

/** Budget and voucher, to stand behind the items. */
export function sayVoucher(random: Random, voucher: Voucher, items: number): string {
  const frame: string = random.pick(VOUCHER_FRAMES);
  const asRules = frame.includes('\n');
  const tick = asRules ? '`' : '';
  const { discount } = voucher;
  const off =
    discount.type === 'fixed'
      ? `a fixed discount of ${tick}${discount.amount}${tick}`
      : `a percentage discount of ${tick}${Math.round(discount.share * 100)}%${tick} with a cap of ${tick}${discount.cap}${tick}`;
  const request =
    voucher.scope === 'shop' && items > 1 && random.chance(0.3) ? ` ${random.pick(ONE_SHOP_REQUESTS)}` : '';
  return (
    request +
    frame
      .replace('BUDGET', String(voucher.budget))
      .replace('THRESHOLD', String(voucher.threshold))
      .replace('DISCOUNT', off)
      .replace('SCOPE', random.pick(VOUCHER_SCOPES[voucher.scope]))
  );
}
