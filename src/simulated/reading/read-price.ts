import type { PriceRange } from './wish.ts';

/** A parsed value and its position in the text, so that it can be removed from the rest. */
export interface Reading<Value> {
  readonly value: Value;
  readonly start: number;
  readonly end: number;
}

const AMOUNT = String.raw`(?:₱|php |p(?=\d))?(\d{1,9}(?:,\d{3}){0,3}(?:\.\d{1,2})?)`;
const COIN = ` ?(?:pesos?|php|₱)`;
const PRICED = String.raw`(?:that )?(?:pric\w{1,4}|cost\w{0,3}|(?:with )?a price(?: range)?)(?: is| of| range)?(?: somewhere)?`;
/** A number without a currency is a price only if no unit follows. */
const NO_UNIT = String.raw`(?![\d.,]*\d)(?! ?(?:%|percent|kg|g|mg|lbs?|ml|l|liters?|litres?|oz|cm|mm|m|meters?|inch\w{0,2}|in|ft|w|watts?|v|volts?|mah|hz|gb|tb|mp|years?|months?|days?|hours?|pieces?|pcs|pairs?|sets?|packs?|colou?rs?|sizes?|degrees?|rpm|gsm|gallons?)\b)`;

const BETWEEN = [
  new RegExp(
    `(?:${PRICED} )?(?:between|from|for|in the|of)? ?${AMOUNT}(?:${COIN})? ?(?:to|and|-|–) ?${AMOUNT}${COIN}(?: range)?`,
    'giu',
  ),
  new RegExp(`${PRICED} (?:between |from |of )?${AMOUNT} ?(?:to|and|-|–) ?${AMOUNT}${NO_UNIT}`, 'giu'),
];
const UPPER = `(?:under|below|less than|at most|not more than|no more than|not over|up to|within|maximum(?: of)?|max(?: of)?|(?<!no )cheaper than|not exceeding|no higher than)`;
const AT_MOST = [
  new RegExp(`(?:${PRICED} )?${UPPER} ${AMOUNT}${COIN}`, 'giu'),
  new RegExp(`(?:${PRICED} )(?:${UPPER} )${AMOUNT}${NO_UNIT}`, 'giu'),
  new RegExp(String.raw`(?:${PRICED} |for )?${AMOUNT}${COIN} (?:or less|or lower|at most|max\w{0,4})`, 'giu'),
  new RegExp(`(?:under|below|no more than|not more than) ${AMOUNT}${NO_UNIT}`, 'giu'),
];
const LOWER = `(?:over|above|more than|at least|starting at|starting from|no cheaper than|higher than|no less than|not less than|minimum(?: of)?|from)`;
const AT_LEAST = [
  new RegExp(`(?:${PRICED} )?${LOWER} ${AMOUNT}${COIN}(?: up| or more| and up| upwards?)?`, 'giu'),
  new RegExp(`(?:${PRICED} )${LOWER} ${AMOUNT}${NO_UNIT}`, 'giu'),
  new RegExp(`(?:over|above) ${AMOUNT}${NO_UNIT}`, 'giu'),
];

/** The price limits in a text, with their position. */
export function readPrice(text: string): Reading<PriceRange> | undefined {
  return (
    first(text, BETWEEN, (low, high) => ({ low: Math.min(low, high), high: Math.max(low, high) })) ??
    first(text, AT_MOST, (high) => ({ low: 0, high })) ??
    first(text, AT_LEAST, (low) => ({ low, high: Infinity }))
  );
}

function first(
  text: string,
  patterns: readonly RegExp[],
  rangeOf: (one: number, two: number) => PriceRange,
): Reading<PriceRange> | undefined {
  for (const pattern of patterns) {
    pattern.lastIndex = 0;
    const match = pattern.exec(text);
    if (match === null) continue;
    const [one, two] = match.slice(1).map(amountOf) as [number, number];
    return { value: rangeOf(one, two), start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}

export function amountOf(text: string | undefined): number {
  return Number((text ?? '').replaceAll(',', ''));
}
