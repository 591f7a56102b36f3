import type { Claim } from './claim.ts';
import { isOrdinary } from './ordinary-words.ts';
import type { Reading } from './reading.ts';
import type { SeenProduct } from './seen-products.ts';

export interface AttributeReading {
  readonly claims: readonly Claim[];
  /** Token ranges of attributes with values that results show and the query does not contain. */
  readonly shown: readonly (readonly [from: number, to: number])[];
}

const CONNECTORS = new Set(['is', 'are', 'of', 'as', 'the', 'a', 'an', ':', '=', '"', '“', '(', 'in', 'and', ',']);
const MAX_CONNECTORS = 3;
const MAX_VALUE_WORDS = 12;

/** Compares the attributes and options in a thought with the pages that results had shown. */
export function readAttributes(reading: Reading): AttributeReading {
  const claims: Claim[] = [];
  const shown: [number, number][] = [];
  for (let at = 0; at < reading.tokens.length; at++) {
    if (reading.isWithinMention(at)) continue;
    const found = valueAt(reading, at);
    if (found === undefined) {
      const invented = inventedValue(reading, at);
      if (invented !== undefined) claims.push(invented);
      continue;
    }
    const name = nameBeside(reading, at, found.to, found.names);
    const isTelling = !reading.asked.says(found.words);
    if (name !== undefined && isTelling) shown.push([Math.min(name.from, at), Math.max(name.to, found.to)]);
    const claim = pairClaim(reading, at, found, name?.name);
    if (claim !== undefined) claims.push(claim);
    at = found.to - 1;
  }
  return { claims, shown };
}

export interface Found {
  readonly words: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly to: number;
}

/** The longest value of any seen product that starts at this token. */
export function valueAt(reading: Reading, at: number): Found | undefined {
  let best: Found | undefined;
  for (const { words, names } of reading.seen.values.get(reading.text(at))?.values() ?? []) {
    if (words.length > MAX_VALUE_WORDS || (best !== undefined && words.length <= best.words.length)) continue;
    const to = endOfWords(reading, at, words);
    if (to !== undefined) best = { words, names, to };
  }
  return best;
}

/** Index after the words if they start here, else `undefined`. Marks between the words are ignored. */
export function endOfWords(reading: Reading, from: number, words: readonly string[]): number | undefined {
  let at = from;
  for (const [place, word] of words.entries()) {
    while (place > 0 && reading.tokens[at]?.kind === 'mark' && reading.text(at) !== '\n') at++;
    if (reading.text(at) !== word) return undefined;
    at++;
  }
  return at;
}

/** Finds the name of the value next to it. */
function nameBeside(
  reading: Reading,
  from: number,
  to: number,
  names: ReadonlySet<string>,
): { readonly name: string; readonly from: number; readonly to: number } | undefined {
  for (const name of names) {
    const words = name.split(' ');
    for (let gap = 0; gap <= MAX_CONNECTORS; gap++) {
      const start = from - gap - words.length;
      if (start >= 0 && endOfWords(reading, start, words) === from - gap)
        return { name, from: start, to: start + words.length };
      if (!CONNECTORS.has(reading.text(from - gap - 1))) break;
    }
    for (let gap = 0; gap <= 1; gap++) {
      const end = endOfWords(reading, to + gap, words);
      if (end !== undefined) return { name, from: to + gap, to: end };
      if (!CONNECTORS.has(reading.text(to + gap))) break;
    }
  }
  return undefined;
}

function pairClaim(reading: Reading, at: number, found: Found, name: string | undefined): Claim | undefined {
  const product = reading.subjectAt(at);
  if (product === undefined || !product.opened) return undefined;
  const value = found.words.join(' ');
  // Without its name, a value such as "m" or "black" is ambiguous.
  if (name === undefined && (value.length < 4 || found.words.every(isOrdinary))) return undefined;
  const names = name === undefined ? found.names : new Set([name]);
  const isSaidToHave = !reading.isNegated(at);
  const holds = has(product, names, value) === isSaidToHave;
  if (
    !holds &&
    (isOfSeveral(reading, at) || (name === undefined && !isSaidOutright(reading, at, product, found.names)))
  )
    return undefined;
  return {
    kind: 'attribute',
    product,
    holds,
    setsApart: (other) => other.opened && has(other, names, value) !== isSaidToHave,
    from: at,
    to: found.to,
  };
}

/** "A versus B: brass versus glass" assigns brass to A, which token distance does not show. */
function isOfSeveral(reading: Reading, at: number): boolean {
  const [from, to] = reading.sentenceOf(at);
  for (let place = from; place < to; place++)
    if (/^(?:vs|versus|respectively|against)$/.test(reading.text(place))) return true;
  return false;
}

/** Whether the thought says "A is glass" right after the name, and the product has another value there. */
function isSaidOutright(reading: Reading, at: number, product: SeenProduct, names: ReadonlySet<string>): boolean {
  const mention = reading.before(at).at(-1);
  if (mention?.product !== product || at - mention.to > 2 || at === mention.to || reading.isNegated(at)) return false;
  if (!/^(?:is|=|:|are|ist|est|es|é|är)$/.test(reading.text(mention.to))) return false;
  // "Is black" counts as true for a product that is matte black.
  const word = reading.text(at);
  return [...names].every((name) => {
    const own = [...(product.pairs.get(name) ?? [])];
    return own.length > 0 && !own.some((value) => value.split(' ').includes(word));
  });
}

function has(product: SeenProduct, names: ReadonlySet<string>, value: string): boolean {
  return [...names].some((name) => product.pairs.get(name)?.has(value) === true);
}

/** "has pan depth 12 cm" for a product whose page shows another depth, while no page shows this one. */
function inventedValue(reading: Reading, at: number): Claim | undefined {
  for (const [name, words] of reading.seen.names.get(reading.text(at)) ?? []) {
    const end = endOfWords(reading, at, words);
    const product = end === undefined ? undefined : reading.subjectAt(at);
    if (end === undefined || product === undefined || !product.opened || reading.isNegated(at)) continue;
    // "dimmable, 459" is two statements.
    if (reading.text(end) === ',') continue;
    const value = CONNECTORS.has(reading.text(end)) ? end + 1 : end;
    const isPlain = reading.tokens[value]?.kind === 'number' && reading.areTogether(at, value);
    if (!isPlain || !product.pairs.has(name) || valueAt(reading, value) !== undefined) continue;
    if (!/^(?:has|have|with|and|,|its|a)$/.test(reading.text(at - 1))) continue;
    return { kind: 'attribute', product, holds: false, setsApart: () => false, from: at, to: value + 1 };
  }
  return undefined;
}
