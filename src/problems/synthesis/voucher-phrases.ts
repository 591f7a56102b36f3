import type { Random } from '../../random/random.ts';
import type { Voucher } from '../problem.ts';

/** Wordings for budget and voucher. */

export const ONE_SHOP_REQUESTS = [
  'Everything should come from the same shop.',
  'All of it must be from one shop.',
  'Please keep it to a single seller.',
];

/** The first is the reference's own wording, which public agents expect. */
export const VOUCHER_FRAMES = [
  '\n\nMy budget is only `BUDGET`, but I have a voucher with the following rules:\n1. SCOPE\n2. It is valid only when the total price of the products exceeds `THRESHOLD`.\n3. It provides DISCOUNT.',
  ' My budget is BUDGET pesos. I hold a voucher: SCOPE It needs a total above THRESHOLD and gives DISCOUNT.',
  ' I can spend BUDGET pesos in all. There is a voucher I can use; it gives DISCOUNT once the order exceeds THRESHOLD pesos. SCOPE',
  ' With my voucher it has to stay within BUDGET pesos. The voucher gives DISCOUNT when the products cost more than THRESHOLD together. SCOPE',
] as const;

export const VOUCHER_SCOPES = {
  platform: [
    'The voucher applies to all products.',
    'It can be used on products of any shop.',
    'Any products count, whichever shop sells them.',
  ],
  shop: [
    'The voucher only applies to the products from the same shop.',
    'It works only if all products are from one shop.',
    'All products have to come from a single shop for it.',
  ],
} as const;

/** Text about budget and voucher, to follow the items. */
export function voucherPhrase(random: Random, voucher: Voucher, items: number): string {
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
