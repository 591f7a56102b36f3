import type { Random } from '../../random/random.ts';
import type { Voucher } from '../problem.ts';
import { ONE_SHOP_REQUESTS, VOUCHER_FRAMES, VOUCHER_SCOPES } from './voucher-phrases.ts';

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
