import type { Asked } from './asked.ts';
import { readAttributes } from './attribute-claims.ts';
import type { Claim } from './claim.ts';
import { readComparisons } from './comparison-claims.ts';
import type { Menu } from './find-mentions.ts';
import { readOrder } from './order-claims.ts';
import { isOrdinary } from './ordinary-words.ts';
import { readPrices } from './price-claims.ts';
import { Reading } from './reading.ts';
import type { SeenProducts } from './seen-products.ts';
import { readServices } from './service-claims.ts';
import { readShops } from './shop-claims.ts';
import { type Span, spanOf } from './span.ts';
import { readUnverified } from './unverified-claims.ts';
import { readMissingWords } from './wording-claims.ts';

/** The statements of one thought, compared with what results had shown by then. */
export interface WeighedThought {
  readonly reading: Reading;
  /** Where the thought refers to results; `null` if it does not. */
  readonly refers: Span | null;
  /** Statements about products that results confirm. */
  readonly claims: readonly Claim[];
  /**
   * Statements that results refute, and numbers and ids without a source. Equal falsehoods are equal strings, so that a
   * set counts them once.
   */
  readonly falsehoods: readonly string[];
  /** Statements that results neither confirm nor refute. */
  readonly unverified: readonly string[];
}

export function weighThought(prose: string, seen: SeenProducts, asked: Asked, menu?: Menu): WeighedThought {
  const reading = new Reading(prose, seen, asked, menu);
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
  return {
    reading,
    refers: firstDatum(reading, prices.shown, shops.shown, attributes.shown) ?? talkOfResults(reading),
    claims: claims.filter(({ holds }) => holds),
    falsehoods: [
      ...claims.flatMap(({ kind, product, holds, from }) => {
        if (holds) return [];
        return [kind === 'price' ? `number ${reading.text(from)}` : `${kind} ${product.id} ${reading.text(from)}`];
      }),
      ...reading.mentions.invented.map((at) => `number ${reading.text(at)}`),
      // A number in a sentence that names no seen product is not a statement about a product.
      ...prices.unshown.flatMap((at) =>
        reading.mentionsIn(reading.sentenceNumber(at)).length > 0 ? [`number ${reading.text(at)}`] : [],
      ),
      ...hearsay(reading),
    ],
    unverified: readUnverified(reading),
  };
}

const HEARSAY = /^(?:reviews?|reviewers?|ratings?|rated|stars|bestsellers?|bewertungen|avis|reseñas)$/;
const CODE = /^(?=.*\p{L})(?=(?:.*\d){6})/u;

/** Claims about buyers' opinions, and codes, that appear in no result. */
function hearsay(reading: Reading): string[] {
  return reading.tokens.flatMap(({ kind, text }, at) => {
    if (kind !== 'word' || reading.isWithinMention(at) || !(HEARSAY.test(text) || CODE.test(text))) return [];
    if (reading.mentionsIn(reading.sentenceNumber(at)).length === 0 || reading.isNegated(at)) return [];
    if (reading.asked.words.has(text)) return [];
    for (const { words, page } of reading.seen.products.values())
      if (words.has(text) || page.includes(` ${text} `)) return [];
    return [`word ${text}`];
  });
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

/** A mention of results that makes no specific statement about them. */
function talkOfResults(reading: Reading): Span | null {
  const { tokens, seen } = reading;
  for (const [at, { text }] of tokens.entries()) {
    if (!RESULTS.test(text) && text !== 'nothing') continue;
    const nearby = tokens.slice(Math.max(0, at - 4), at + 4).map((token) => token.text);
    const isFinding = nearby.some((word) => FINDING.test(word));
    const isEmpty = text === 'nothing' || reading.text(at - 1) === 'no';
    if (isEmpty && (!isFinding || seen.emptyResults === 0)) continue;
    if (isEmpty || isFinding || LOOKING_BACK.test(reading.text(at - 1)))
      return spanOf(reading.tokens, Math.max(0, at - 1), at + 1);
  }
  return null;
}
