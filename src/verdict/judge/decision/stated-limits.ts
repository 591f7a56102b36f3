import type { SeenProduct } from '../gates/seen-products.ts';

/** Limits that a request states in plain numbers and words, so that recorded results can contradict them. */
export interface StatedLimits {
  /** Bounds on the price of one product, from the part of the request about products. */
  readonly lowest: number | undefined;
  readonly highest: number | undefined;
  readonly oneShop: boolean;
  readonly budget: Budget | undefined;
}

interface Budget {
  readonly amount: number;
  /** Discount as a share of the total, from 0 to 1. */
  readonly share: number;
  readonly mostOff: number;
  /** The voucher requires a total above this. */
  readonly threshold: number;
  readonly oneShop: boolean;
}

const MAX_QUERY = 20_000;
const COIN = String.raw` ?(?:pesos?|php|₱|€|euros?|eur|usd|dollars?)(?!\p{L})`;
const DIGITS = String.raw`(\d{1,9}(?:,\d{3}){0,3}(?:\.\d{1,2})?)`;
const AMOUNT = String.raw`(?:₱|php |\$|€)?${DIGITS}`;
const AROUND = new RegExp(String.raw`${AMOUNT}(?:${COIN})? (?:give or take|plus or minus|\+/-|±) ?${AMOUNT}`, 'giu');
const BETWEEN = new RegExp(`${AMOUNT}(?:${COIN})? ?(?:to|and|-|–) ?${AMOUNT}${COIN}`, 'giu');
const AT_LEAST = [
  new RegExp(`(?:at least|from|no cheaper than|(?:no|not) less than|over|above) ${AMOUNT}${COIN}`, 'giu'),
  new RegExp(String.raw`${AMOUNT}${COIN} (?:or more|and up|up\b)`, 'giu'),
];
const AT_MOST = [
  new RegExp(
    `(?:at most|within|under|below|up to|(?:no|not) more than|limit of|maximum of|max) ${AMOUNT}${COIN}(?! of\\b)`,
    'giu',
  ),
  new RegExp(String.raw`${AMOUNT}${COIN} (?:or less|at most|max\b|maximum)`, 'giu'),
];
const ONE_SHOP = /\b(?:one|same|single) (?:shop|store|seller)\b/iu;
/** A negation before a bound gives it the opposite or another meaning. "No less than" contains its own negation. */
const NEGATED = /(?:\b(?:not|no|nothing|never|none|without)\b|n't)[^.;,]{0,12}$/iu;
const NOT = /\b(?:not|no need|any)\b|n't\b/iu;

const MONEY_BEGINS = /\b(?:budget|vouchers?|coupons?|I can spend)\b/iu;
/** A bare number after "budget" needs a currency: "on a budget: 2 chairs", "a budget 128 GB phone" have none. */
const BUDGET = [
  new RegExp(
    String.raw`(?:budget(?: (?:is|of|only|at most|up to|no more than))+|(?:spend|stay within)(?: (?:only|at most|up to|no more than))*)[\s:'"\x60]{0,3}${AMOUNT}`,
    'iu',
  ),
  new RegExp(String.raw`budget[\s:'"\x60]{0,3}${AMOUNT}${COIN}`, 'iu'),
  new RegExp(String.raw`budget[\s:'"\x60]{0,3}(?:₱|P|php |\$|€)${DIGITS}`, 'iu'),
];
const SHARE = /(?<!\d)(\d{1,3}(?:\.\d+)?) ?%/u;
const CAP = new RegExp(
  String.raw`\b(?:cap(?:ped)?|at most|up to|maximum)(?: of| at)?[^\d.]{0,4}${AMOUNT}(?![\d,.]*\d| ?(?:items?|pieces?|products?))`,
  'giu',
);
const OFF = new RegExp(String.raw`discount of[^\d.]{0,4}${AMOUNT}(?!\d|[.,]\d| ?%)|${AMOUNT}(?:${COIN})? off\b`, 'iu');
const THRESHOLD = new RegExp(String.raw`(?:exceeds?|above|over|more than)[^\d.]{0,4}${AMOUNT}`, 'iu');

/** The part of a request about products. It ends before the first sentence that mentions a budget or voucher. */
export function productPart(query: string): string {
  const text = query.slice(0, MAX_QUERY);
  const money = MONEY_BEGINS.exec(text);
  if (money === null) return text;
  return text.slice(0, Math.max(...Array.from('.!?\n', (mark) => text.lastIndexOf(mark, money.index))) + 1);
}

export function readLimits(query: string): StatedLimits {
  const products = productPart(query);
  const money = query.slice(products.length, MAX_QUERY);
  const around = amounts(products, [AROUND]);
  const between = amounts(products, [BETWEEN]);
  const lows = [
    ...around.map(([middle, spread]) => middle! - spread!),
    ...[...between, ...amounts(products, AT_LEAST)].map(([low]) => low!),
  ];
  const highs = [
    ...around.map(([middle, spread]) => middle! + spread!),
    ...between.map(([, high]) => high!),
    ...amounts(products, AT_MOST).map(([high]) => high!),
  ];
  return {
    lowest: lows.length === 0 ? undefined : Math.min(...lows),
    highest: highs.length === 0 ? undefined : Math.max(...highs),
    oneShop: saysOneShop(products),
    budget: readBudget(money),
  };
}

/** Skips negated bounds: a limit that is not read cannot be broken. */
function amounts(text: string, patterns: readonly RegExp[]): number[][] {
  return patterns
    .flatMap((pattern) => Array.from(text.matchAll(pattern)))
    .filter(({ index }) => !NEGATED.test(text.slice(Math.max(0, index - 40), index)))
    .map((found) => found.slice(1).map(numberOf));
}

function numberOf(text: string | undefined): number {
  return Number((text ?? '0').replaceAll(',', ''));
}

function saysOneShop(text: string): boolean {
  return text.split(/[.!?\n]/u).some((sentence) => ONE_SHOP.test(sentence) && !NOT.test(sentence));
}

/** A voucher whose discount cannot be read may give any discount. Then nothing is known to exceed the budget. */
function readBudget(text: string): Budget | undefined {
  const amount = BUDGET.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  const share = SHARE.exec(text)?.[1];
  const off = OFF.exec(text);
  const isUnread = /\b(?:vouchers?|coupons?|discounts?)\b/iu.test(text) && share === undefined && off === null;
  if (amount === undefined || isUnread) return undefined;
  const caps = Array.from(text.matchAll(CAP), ([, cap]) => numberOf(cap));
  const mostByShare = caps.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...caps);
  return {
    amount: numberOf(amount),
    share: share === undefined ? 1 : Number(share) / 100,
    mostOff: share === undefined ? numberOf(off?.[1] ?? off?.[2]) : mostByShare,
    threshold: numberOf(THRESHOLD.exec(text)?.[1]),
    oneShop: saysOneShop(text),
  };
}

const ABOVE = 'the price that results show is above what the request states';
const OVER_BUDGET =
  'by the prices that results show, the products cost more than the budget, with the voucher if there is one';

/** Rounding error of sums, in currency units. */
const TOLERANCE = 0.011;

/**
 * The limit of the request that the recommended products break according to recorded results. The text does not contain
 * the request's own numbers, because requests of hidden problems must not be readable from a judgement. Limits that
 * cannot be read, and prices or shops that no result showed, are never broken. If several products were recommended, a
 * bound on a price may apply to any of them.
 */
export function brokenLimit(limits: StatedLimits, taken: readonly SeenProduct[]): string | undefined {
  const { lowest, highest, oneShop, budget } = limits;
  const shops = new Set(taken.flatMap(({ shopId }) => shopId ?? []));
  if (oneShop && shops.size > 1) return 'the request asks for one shop, and results show the products in several';
  const [only] = taken;
  if (only === undefined || taken.some(({ prices }) => prices.size === 0)) return undefined;
  const cheapest = Math.min(...only.prices);
  if (taken.length === 1 && highest !== undefined && cheapest > highest + TOLERANCE) return ABOVE;
  const dearest = Math.max(...only.prices);
  if (taken.length === 1 && lowest !== undefined && dearest < lowest - TOLERANCE)
    return 'the price that results show is below what the request states';
  if (budget === undefined) return undefined;
  const total = taken.reduce((sum, { prices }) => sum + Math.min(...prices), 0);
  const isValid = total > budget.threshold && !(budget.oneShop && shops.size > 1);
  const discount = isValid ? Math.min(total * budget.share, budget.mostOff) : 0;
  return total - discount > budget.amount + TOLERANCE ? OVER_BUDGET : undefined;
}
