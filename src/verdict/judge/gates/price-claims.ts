import type { Claim } from './claim.ts';
import { Explained, isRounding } from './explained.ts';
import type { Reading } from './reading.ts';
import type { SeenProduct } from './seen-products.ts';

export interface PriceReading {
  readonly claims: readonly Claim[];
  /** Tokens of amounts that results show and the query does not contain. */
  readonly shown: readonly number[];
  /** Tokens of false prices, and of numbers that neither results, the query nor arithmetic on prices explain. */
  readonly unshown: readonly number[];
}

const CURRENCY = /^(?:₱|\$|€|£|php|peso|pesos|usd|dollars?|bucks|eur|euros?)$/;
const NUMBER_WORD =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)$/;
const PRICE_WORD = /^(?:cost|costs|costing|price|prices|priced|sells|selling|sold|goes|going|tag)$/;
/** "P300" is a single token. */
const PESO_WORD = /^p(\d+)$/;
/** Words before an amount that make it a sum, a limit or a difference, not the price of one product. */
const DERIVED_BEFORE =
  /^(?:total|totals|totalling|sum|sums|together|altogether|budget|voucher|discount|under|below|above|over|within|threshold|cap|save|saves|saving|difference|limit|maximum|minimum|max|min|most|least|than|between|range|up|exceeds|exceed|after|reach|reaches|from|remaining|left|spend)$/;
/** The same for the word right after an amount. */
const DERIVED_AFTER =
  /^(?:more|less|cheaper|higher|lower|extra|off|total|left|remaining|budget|voucher|discount|or|-|–|to)$/;
const LOOK_BACK = 4;

/** Compares amounts of money in a thought with the prices that results had shown. */
export function readPrices(reading: Reading): PriceReading {
  const { tokens, seen, asked } = reading;
  const claims: Claim[] = [];
  const shown: number[] = [];
  const unshown: number[] = [];
  const explained = new Explained(reading);
  for (const [at, { kind, text, value }] of tokens.entries()) {
    if (reading.isWithinMention(at)) continue;
    if (kind === 'word' && NUMBER_WORD.test(text) && CURRENCY.test(reading.text(at + 1))) unshown.push(at);
    const pesos = PESO_WORD.exec(text)?.[1];
    if (kind === 'word' && pesos !== undefined && !seen.prices.has(Number(pesos))) unshown.push(at);
    if (kind !== 'number') continue;
    if (!isMoney(reading, at)) {
      const isShare = reading.text(at + 1) === '%' && explained.isShare(value);
      // "0.8" without a unit is a score given by the model.
      const isScore = value < 1 && !isUnit(reading.text(at + 1));
      if (!isShare && !isScore && !explained.has(text, value)) unshown.push(at);
      continue;
    }
    const product = reading.subjectAt(at);
    const difference = differenceClaim(reading, at, value, product);
    if (difference !== undefined) {
      claims.push(difference);
      continue;
    }
    if (isDerived(reading, at)) {
      if (!explained.comesFrom(value) && !asked.saysNumber(value) && !seen.prices.has(value)) unshown.push(at);
      continue;
    }
    if (product !== undefined && product.prices.size > 0) {
      const holds =
        Array.from(product.prices).some((price) => price === value || isRounding(value, price)) ||
        isRoughly(reading, at, product);
      const isOther = explained.comesFrom(value) || asked.saysNumber(value);
      if (!holds && isOther && !isStated(reading, at)) continue;
      claims.push({
        kind: 'price',
        product,
        holds,
        setsApart: (other) => costsOther(other, value),
        from: at,
        to: at + 1,
      });
      if (!holds) unshown.push(at);
      else if (!asked.saysNumber(value)) shown.push(at);
    } else if (seen.prices.has(value)) {
      if (!asked.saysNumber(value)) shown.push(at);
    } else if (!asked.saysNumber(value) && !explained.comesFrom(value)) {
      unshown.push(at);
    }
  }
  return { claims, shown, unshown };
}

/** A price distinguishes a product only from one whose known prices are different. */
function costsOther(other: SeenProduct, price: number): boolean {
  return other.prices.size > 0 && !other.prices.has(price);
}

function isMoney(reading: Reading, at: number): boolean {
  const [before, next] = [reading.text(at - 1), reading.text(at + 1)];
  if (CURRENCY.test(before) || CURRENCY.test(next)) return true;
  // "A (300)" right after a product, if some product has that price.
  if (before === '(' && reading.isWithinMention(at - 2) && /^[),]$/.test(next))
    return reading.seen.prices.has(reading.tokens[at]!.value);
  // "costs 300", "priced at 300", "price of 300", "price is 300", "at 300" right after a product.
  if (PRICE_WORD.test(before)) return !isUnit(next);
  if (!/^(?:at|of|is|for|around|about|:|=|only|just|exactly|says)$/.test(before)) return false;
  if (PRICE_WORD.test(reading.text(at - 2))) return !isUnit(next);
  if (before !== 'at' || isUnit(next)) return false;
  return reading.isWithinMention(at - 2) || reading.subjectAt(at)?.prices.has(reading.tokens[at]!.value) === true;
}

/** "costs 9 cm" is not a price, nor is "at 80 percent". */
function isUnit(text: string): boolean {
  return /^(?:cm|mm|m|ml|l|kg|g|pcs|pieces|piece|percent|%|inch|inches|oz|w|watts|v|stars?|units?|times|reviews)$/.test(
    text,
  );
}

/** Whether the amount is explicitly stated as the price of a product. */
function isStated(reading: Reading, at: number): boolean {
  return [at - 1, at - 2].some((place) => PRICE_WORD.test(reading.text(place)) || reading.text(place) === 'at');
}

function isDerived(reading: Reading, at: number): boolean {
  const after = CURRENCY.test(reading.text(at + 1)) ? at + 2 : at + 1;
  if (DERIVED_AFTER.test(reading.text(after))) return true;
  if (/^[-–]$/.test(reading.text(at - 1))) return true;
  for (let place = at - 1; place >= Math.max(0, at - LOOK_BACK); place--) {
    if (reading.isWithinMention(place) || !reading.areTogether(place, at)) return false;
    if (DERIVED_BEFORE.test(reading.text(place))) return true;
  }
  return false;
}

/** "about 680" for a price of 679. */
function isRoughly(reading: Reading, at: number, product: SeenProduct): boolean {
  if (
    ![at - 1, at - 2].some((place) => /^(?:about|around|roughly|approximately|nearly|~)$/.test(reading.text(place)))
  ) {
    return false;
  }
  const { value } = reading.tokens[at]!;
  return [...product.prices].some((price) => Math.abs(price - value) <= price * 0.02);
}

/** "costs 5 pesos more", "is 20 pesos cheaper": a difference between two named products. */
function differenceClaim(
  reading: Reading,
  at: number,
  value: number,
  product: SeenProduct | undefined,
): Claim | undefined {
  const place = CURRENCY.test(reading.text(at + 1)) ? at + 2 : at + 1;
  const word = reading.text(place);
  const sign = /^(?:more|higher|extra)$/.test(word) ? 1 : /^(?:less|cheaper|lower)$/.test(word) ? -1 : 0;
  if (sign === 0 || product === undefined || product.prices.size === 0) return undefined;
  const others = [...reading.after(at).slice(0, 1), ...reading.before(at).toReversed()];
  const other = others.find((mention) => mention.product !== product)?.product;
  if (other === undefined || other.prices.size === 0) return undefined;
  const holds = [...product.prices].some((price) =>
    [...other.prices].some((otherPrice) => Math.abs((price - otherPrice) * sign - value) < 0.011),
  );
  const setsApart = (one: SeenProduct): boolean => one === other;
  return { kind: 'comparison', product, holds, setsApart, from: at, to: place + 1 };
}
