import { stemOf } from '../../../market/analysis.ts';
import { valueAt } from '../gates/attribute-claims.ts';
import { isRounding } from '../gates/explained.ts';
import { isOrdinary } from '../gates/ordinary-words.ts';
import type { Reading } from '../gates/reading.ts';
import type { SeenProduct } from '../gates/seen-products.ts';
import { serviceAt } from '../gates/service-phrases.ts';
import { readTableCells } from './table-cells.ts';

/** A statement in a thought about a product named nearby, confirmed by recorded results. */
export interface Fact {
  readonly kind: 'price' | 'value' | 'feature' | 'service' | 'word' | 'shop';
  readonly product: SeenProduct;
  /** Names of the attributes that have the value, or the name of the feature, service, word or shop. */
  readonly names: readonly string[];
  /** The words of the value. */
  readonly words: readonly string[];
  /** `false` if the thought says that the product lacks it. */
  readonly positive: boolean;
  /** Token indexes. */
  readonly from: number;
  readonly to: number;
}

/** Maximum number of tokens between a fact and the product name after it, as in "no free shipping on the Brillo". */
const MAX_AHEAD = 12;
/** How many sentences back the product of a sentence may be named. */
const MAX_SENTENCES_BACK = 2;

/**
 * The true statements that a thought makes about products. It considers names, numbers and values near each other, not
 * grammar, so lists, tables and other languages are read as well as English sentences. False statements are not facts;
 * they are detected elsewhere.
 *
 * @param only The product assumed for sentences that name none.
 */
export function readFacts(reading: Reading, only: SeenProduct | undefined): Fact[] {
  const cells = readTableCells(reading);
  const facts: Fact[] = [];
  for (let at = 0; at < reading.tokens.length; at++) {
    if (reading.isWithinMention(at) || reading.tokens[at]!.kind === 'mark') continue;
    const cell = cells.get(at);
    const product = cell?.product ?? subjectOf(reading, at, only);
    if (product === undefined) continue;
    const found = factAt(reading, at, product) ?? factOfSeveral(reading, at);
    if (found === undefined) continue;
    facts.push(found);
    at = Math.max(at, found.to - 1);
  }
  for (const { product, labelAt, positive, from, to } of new Set(cells.values())) {
    if (positive === undefined) continue;
    const found = serviceFact(reading, labelAt, product, positive) ?? featureFact(reading, labelAt, product, positive);
    if (found !== undefined) facts.push({ ...found, from, to });
  }
  return facts;
}

function subjectOf(reading: Reading, at: number, only: SeenProduct | undefined): SeenProduct | undefined {
  const here = reading.subjectAt(at);
  if (here !== undefined) return here;
  const next = reading.after(at)[0];
  if (next !== undefined) return next.from - at <= MAX_AHEAD ? next.product : undefined;
  const sentence = reading.sentenceNumber(at);
  for (let back = 1; back <= MAX_SENTENCES_BACK; back++) {
    const earlier = reading.mentionsIn(sentence - back);
    const products = new Set(earlier.map(({ product }) => product));
    if (products.size === 1) return earlier[0]!.product;
    if (products.size > 1) return undefined;
  }
  return only;
}

/** "A versus B: 249 versus 219": both names come before all data, and each value belongs to the product that has it. */
function factOfSeveral(reading: Reading, at: number): Fact | undefined {
  const before = reading.before(at);
  const [first, last] = [before[0], before.at(-1)];
  if (first === undefined || last === undefined || first.product === last.product) return undefined;
  for (let place = first.to; place < last.from; place++)
    if (reading.tokens[place]!.kind === 'number' && !reading.isWithinMention(place)) return undefined;
  if (!SIDE_BY_SIDE.test(reading.text(first.to))) return undefined;
  for (const { product } of before) {
    const found = priceFact(reading, at, product) ?? valueFact(reading, at, product, true);
    if (found !== undefined) return found;
  }
  return undefined;
}

const SIDE_BY_SIDE = /^(?:vs|versus|and|or|against|\/|,|und|et|y|och|contre|gegen)$/;

function factAt(reading: Reading, at: number, product: SeenProduct): Fact | undefined {
  const positive = !reading.isNegated(at);
  return (
    serviceFact(reading, at, product, positive) ??
    priceFact(reading, at, product) ??
    valueFact(reading, at, product, positive) ??
    featureFact(reading, at, product, positive && !/^(?:no|none)$/.test(afterMarks(reading, at + 1))) ??
    wordFact(reading, at, product, positive) ??
    shopFact(reading, at, product)
  );
}

function afterMarks(reading: Reading, from: number): string {
  let at = from;
  while (at < from + 3 && reading.tokens[at]?.kind === 'mark') at++;
  return reading.text(at);
}

function serviceFact(reading: Reading, at: number, product: SeenProduct, positive: boolean): Fact | undefined {
  const found = serviceAt(at, (place) => reading.text(place));
  if (found === undefined || product.services === undefined) return undefined;
  const { service, words } = found;
  if (product.services.has(service) !== positive) return undefined;
  return { kind: 'service', product, names: [service], words: [], positive, from: at, to: at + words.length };
}

const UNIT = /^(?:cm|mm|m|ml|l|kg|g|pcs|pieces?|percent|%|inch|inches|oz|w|watts?|v|stars?|mah)$/;

function priceFact(reading: Reading, at: number, product: SeenProduct): Fact | undefined {
  const { kind, value } = reading.tokens[at]!;
  if (kind !== 'number' || UNIT.test(reading.text(at + 1))) return undefined;
  const { text } = reading.tokens[at]!;
  const thousands = /^\d{1,3}\.\d{3}$/.test(text) ? Number(text.replace('.', '')) : value;
  const holds = Array.from(product.prices).some(
    (price) => price === value || price === thousands || (value > 31 && isRounding(value, price)),
  );
  return holds ? { kind: 'price', product, names: [], words: [], positive: true, from: at, to: at + 1 } : undefined;
}

const YES_OR_NO = new Set(['yes', 'no', 'none', 'included', 'true', 'false', 'not included']);

function valueFact(reading: Reading, at: number, product: SeenProduct, positive: boolean): Fact | undefined {
  const found = product.opened ? valueAt(reading, at) : undefined;
  if (found === undefined) return undefined;
  const value = found.words.join(' ');
  if (YES_OR_NO.has(value)) return undefined;
  const names = [...found.names].filter((name) => (product.pairs.get(name)?.has(value) ?? false) === positive);
  if (names.length === 0) return undefined;
  return { kind: 'value', product, names, words: found.words, positive, from: at, to: found.to };
}

/** An attribute that a product either has or lacks: "dimmable", "rain cover". */
function featureFact(reading: Reading, at: number, product: SeenProduct, positive: boolean): Fact | undefined {
  if (!product.opened) return undefined;
  const stem = stemOf(reading.text(at));
  for (const names of reading.seen.names.values()) {
    for (const [name, words] of names) {
      if (stemOf(words[0]!) !== stem) continue;
      if (!words.every((word, place) => stemOf(reading.text(at + place)) === stemOf(word))) continue;
      if (!isFeature(reading, name) || hasFeature(product, name) !== positive) continue;
      return { kind: 'feature', product, names: [name], words, positive, from: at, to: at + words.length };
    }
  }
  return undefined;
}

function isFeature(reading: Reading, name: string): boolean {
  for (const { pairs } of reading.seen.products.values())
    for (const value of pairs.get(name) ?? []) if (YES_OR_NO.has(value)) return true;
  return false;
}

export function hasFeature({ pairs }: SeenProduct, name: string): boolean {
  return Array.from(pairs.get(name) ?? []).some((value) => !/^(?:no|none|false|not included)$/.test(value));
}

/** A title word that distinguishes the product from another result. */
function wordFact(reading: Reading, at: number, product: SeenProduct, positive: boolean): Fact | undefined {
  const { text } = reading.tokens[at]!;
  if (isOrdinary(text) || product.title.includes(text) !== positive || reading.seen.shortNames(reading.asked).has(text))
    return undefined;
  const others = Array.from(reading.seen.products.values()).filter((other) => other !== product);
  const isTelling = others.some(({ title }) => title.includes(text) !== positive);
  if (!isTelling) return undefined;
  return { kind: 'word', product, names: [text], words: [text], positive, from: at, to: at + 1 };
}

function shopFact(reading: Reading, at: number, product: SeenProduct): Fact | undefined {
  const shop = product.shopId?.toLowerCase() ?? '';
  const [first, ...rest] = shop.split(/\s+/);
  if (shop === '' || reading.text(at) !== first) return undefined;
  if (!rest.every((word, place) => reading.text(at + 1 + place) === word)) return undefined;
  return { kind: 'shop', product, names: [shop], words: [], positive: true, from: at, to: at + 1 + rest.length };
}
