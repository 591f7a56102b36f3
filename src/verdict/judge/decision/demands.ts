import { stemOf } from '../../../market/analysis.ts';
import { isOrdinary } from '../gates/ordinary-words.ts';
import type { SeenProduct } from '../gates/seen-products.ts';
import { serviceAt } from '../gates/service-phrases.ts';
import { type Token, tokensOf } from '../gates/tokens.ts';

const UPPER = /^(?:under|below|max|maximum|most|exceed|exceeding|within|budget|to|than|limit|spend|≤|<)$/;
const LOWER = /^(?:over|above|least|min|minimum|from|≥|>)$/;
const UNIT =
  /^(?:l|liters?|litres?|ml|cm|mm|m|kg|g|w|watts?|v|volts?|inch|inches|mah|pcs|pieces?|percent|%|hours?|days?|sq|kpa|db|mp|hz|gb|tb)$/;
const PRICE =
  /^(?:price|prices|priced|cheap|cheaper|cheapest|budget|cost|costs|costing|affordable|pesos?|php|₱|\$|€|spend|expensive|voucher|lowest)$/;
const LOOK = 3;
const MAX_QUERY = 100_000;

/** The demands of a request that can be compared with recorded data without understanding the text. */
export class Demands {
  /** Stems of the words and numbers that can describe a product. */
  readonly #stems: ReadonlySet<string>;
  readonly services: ReadonlySet<string>;
  readonly #upper: number;
  readonly #lower: number;
  readonly areAboutPrice: boolean;
  readonly areAboutShops: boolean;

  constructor(query: string) {
    const tokens = tokensOf(query.slice(0, MAX_QUERY));
    const text = (at: number): string => tokens[at]?.text ?? '';
    this.#stems = new Set(tokens.flatMap(({ kind, text: word }) => (isTelling(kind, word) ? [stemOf(word)] : [])));
    this.services = new Set(
      tokens.flatMap((_, at) => {
        const found = serviceAt(at, text);
        return found === undefined ? [] : [found.service];
      }),
    );
    const bounds = tokens.flatMap((token, at) => boundAt(token, at, text));
    this.#upper = Math.max(...bounds.flatMap(({ upper }) => upper), Number.NEGATIVE_INFINITY);
    this.#lower = Math.min(...bounds.flatMap(({ lower }) => lower), Number.POSITIVE_INFINITY);
    this.areAboutPrice = bounds.length > 0 || tokens.some(({ text: word }) => PRICE.test(word));
    this.areAboutShops = /\b(?:shops?|stores?|sellers?)\b/i.test(query);
  }

  /** Whether any of the words are words of the request. */
  ask(words: readonly string[]): boolean {
    return words.some((word) => this.#stems.has(stemOf(word)) && isTelling(/^\d/.test(word) ? 'number' : 'word', word));
  }

  /** Whether a price is outside the limits of the request; `undefined` if it sets none. */
  excludesPrice({ prices }: SeenProduct): boolean | undefined {
    const hasUpper = this.#upper !== Number.NEGATIVE_INFINITY;
    const hasLower = this.#lower !== Number.POSITIVE_INFINITY;
    if (prices.size === 0 || (!hasUpper && !hasLower)) return undefined;
    const lowest = Math.min(...prices);
    return (hasUpper && lowest > this.#upper) || (hasLower && Math.max(...prices) < this.#lower);
  }
}

function isTelling(kind: Token['kind'], word: string): boolean {
  return kind === 'number' || (kind === 'word' && (!isOrdinary(word) || DESCRIBING.has(word)));
}

/** Ordinary words that requests nevertheless ask for. */
const DESCRIBING = new Set('black blue green red white clear light mini small large waterproof wide heavy'.split(' '));

interface Bound {
  readonly upper: readonly number[];
  readonly lower: readonly number[];
}

/** "under 300", "230 at most", "max 200": a number without a unit next to a limiting word. */
function boundAt({ kind, value }: Token, at: number, text: (at: number) => string): Bound[] {
  if (kind !== 'number' || UNIT.test(text(at + 1)) || value < 10) return [];
  const before = Array.from({ length: LOOK }, (_, offset) => text(at - 1 - offset));
  const after = Array.from({ length: LOOK }, (_, offset) => text(at + 1 + offset));
  const isMore = before.includes('more') && before.includes('than');
  if ((isMore || before.some((word) => LOWER.test(word))) && !before.some((word) => /^(?:not|no|most)$/.test(word)))
    return [{ upper: [], lower: [value] }];
  if (before.some((word) => UPPER.test(word)) || after.some((word) => /^(?:most|max|maximum|less|limit)$/.test(word)))
    return [{ upper: [value], lower: [] }];
  return [];
}
