import type { Asked } from './asked.ts';
import { readAttributes } from './attribute-claims.ts';
import type { Claim } from './claim.ts';
import { readComparisons } from './comparison-claims.ts';
import { findComparison } from './find-comparison.ts';
import { readOrder } from './order-claims.ts';
import { isOrdinary } from './ordinary-words.ts';
import { readPrices } from './price-claims.ts';
import { Reading } from './reading.ts';
import { readServices } from './service-claims.ts';
import type { Shelf } from './shelf.ts';
import { readShops } from './shop-claims.ts';
import { type Span, spanOf } from './span.ts';
import { readMissingWords } from './wording-claims.ts';

/** How far a thought gets: spans that show why, `null` where it does not. */
export interface WeighedThought {
  /** It speaks of results. */
  readonly refers: Span | null;
  /** It cites something that results showed and the query did not, and no price that nobody showed. */
  readonly cites: Span | null;
  /** It weighs two or more seen candidates for a reason that is true of them, and claims nothing that is false. */
  readonly compares: readonly Span[] | null;
}

/** One thought against what results had shown by the time it was thought. */
export function weighThought(prose: string, shelf: Shelf, asked: Asked): WeighedThought {
  if (shelf.results === 0) return { refers: null, cites: null, compares: null };
  const reading = new Reading(prose, shelf, asked);
  const prices = readPrices(reading);
  const attributes = readAttributes(reading);
  const shops = readShops(reading);
  const claims = [
    ...misnamed(reading),
    ...prices.claims,
    ...attributes.claims,
    ...shops.claims,
    ...readComparisons(reading),
    ...readServices(reading),
    ...readMissingWords(reading),
    ...readOrder(reading),
  ];
  const isInvented = reading.mentions.invented.length > 0;
  const datum = firstDatum(reading, prices.shown, shops.shown, attributes.shown);
  const cites = prices.unshown.length === 0 && !isInvented ? datum : null;
  return {
    refers: datum ?? talkOfResults(reading),
    cites,
    compares: isInvented || prices.unshown.length > 0 ? null : findComparison(reading, claims),
  };
}

function misnamed({ mentions }: Reading): Claim[] {
  return mentions.named.flatMap(({ product, from, to, misnamed: isMisnamed }) =>
    isMisnamed ? [{ kind: 'title', product, holds: false, setsApart: () => false, from, to }] : [],
  );
}

function firstDatum(
  reading: Reading,
  prices: readonly number[],
  shops: readonly number[],
  attributes: readonly (readonly [number, number])[],
): Span | null {
  const { named, runs } = reading.mentions;
  const places: (readonly [number, number])[] = [
    ...named.filter(({ product }) => !reading.asked.words.has(product.id)).map(({ from, to }) => [from, to] as const),
    ...[...prices, ...shops].map((at) => [at, at + 1] as const),
    ...attributes,
    ...runs
      .filter(({ words }) => words.filter((word) => !isOrdinary(word) && !reading.asked.words.has(word)).length >= 2)
      .map(({ from, to }) => [from, to] as const),
  ];
  const first = places.toSorted(([left], [right]) => left - right)[0];
  return first === undefined ? null : spanOf(reading.tokens, first[0], first[1]);
}

const RESULTS = /^(?:results?|listings?|candidates?|hits|products|pages?)$/;
const LOOKING_BACK = /^(?:the|these|those|all|of|last|first|previous|other|several|both|none|no)$/;
const FINDING = /^(?:found|returned|gave|showed|shows|show|shown)$/;

/** Speaks of results without saying anything in particular about them. */
function talkOfResults(reading: Reading): Span | null {
  const { tokens, shelf } = reading;
  for (const [at, { text }] of tokens.entries()) {
    if (!RESULTS.test(text) && text !== 'nothing') continue;
    const nearby = tokens.slice(Math.max(0, at - 4), at + 4).map((token) => token.text);
    const isFinding = nearby.some((word) => FINDING.test(word));
    const isEmpty = text === 'nothing' || reading.text(at - 1) === 'no';
    if (isEmpty && (!isFinding || shelf.emptyResults === 0)) continue;
    if (isEmpty || isFinding || LOOKING_BACK.test(reading.text(at - 1)))
      return spanOf(reading.tokens, Math.max(0, at - 1), at + 1);
  }
  return null;
}
