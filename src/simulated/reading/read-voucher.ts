import type { Voucher } from '../../problems/problem.ts';
import { amountOf } from './read-price.ts';

const TICK = '[\\s`\'"₱]{0,3}(?:php )?';
const AMOUNT = String.raw`${TICK}(\d{1,9}(?:,\d{3}){0,3}(?:\.\d{1,2})?)`;

const BUDGET = [
  new RegExp(`budget (?:is |of |limit |only )*${AMOUNT}`, 'iu'),
  new RegExp(`(?:can|could|want to|will) (?:only )?spend (?:only |at most |up to )*${AMOUNT}`, 'iu'),
  new RegExp(`stay within ${AMOUNT}`, 'iu'),
];
const THRESHOLD = new RegExp(
  `(?:exceeds?|exceeding|total above|above|more than|at least|over|minimum (?:spend )?(?:of )?|reaches)${AMOUNT}`,
  'iu',
);
const SHARE = new RegExp(`${AMOUNT} ?(?:%|percent)`, 'iu');
const CAP = new RegExp(`(?:cap(?:ped)? (?:of|at)|up to|maximum (?:discount )?of)${AMOUNT}`, 'iu');
const FIXED = [
  new RegExp(`fixed discount of${AMOUNT}`, 'iu'),
  new RegExp(`(?:discount of|takes off|gives|worth)${AMOUNT}`, 'iu'),
  new RegExp(`${AMOUNT} ?(?:pesos |php )?off`, 'iu'),
];
const ONE_SHOP = /\b(?:same|one|single)\b.{0,20}\b(?:shop|store|seller)/iu;

/** Index where a query turns from items to money; its length if it never does. */
export function voucherStart(query: string): number {
  const found =
    /(?:\bmy budget\b|\bI can spend\b|\bwith my voucher\b|\bI (?:have|hold|got) a voucher\b|\bbudget (?:is|of)\b|\bvoucher\b)/iu.exec(
      query,
    );
  return found === null ? query.length : found.index;
}

/** Reads budget and voucher from the text about money. */
export function readVoucher(text: string): Voucher | undefined {
  const budget = BUDGET.map((pattern) => pattern.exec(text)?.[1]).find((amount) => amount !== undefined);
  if (budget === undefined) return undefined;
  const share = SHARE.exec(text)?.[1];
  const fixed = FIXED.map((pattern) => pattern.exec(text)?.[1]).find((amount) => amount !== undefined);
  const cap = CAP.exec(text)?.[1];
  const threshold = THRESHOLD.exec(text)?.[1];
  return {
    scope: ONE_SHOP.test(text) ? 'shop' : 'platform',
    threshold: threshold === undefined ? 0 : amountOf(threshold),
    discount:
      share === undefined
        ? { type: 'fixed', amount: fixed === undefined ? 0 : amountOf(fixed) }
        : { type: 'percentage', share: amountOf(share) / 100, cap: cap === undefined ? Infinity : amountOf(cap) },
    budget: amountOf(budget),
    priceAfterVoucher: 0,
  };
}
