import type { Claim } from './claim.ts';
import type { Reading } from './reading.ts';
import type { SeenProduct } from './seen-products.ts';

const QUOTES = new Set(['"', '“', '”', "'", '‘', '’', '`']);
const LACKING =
  /^(?:say|says|show|shows|mention|mentions|state|states|list|lists|include|includes|have|lack|lacks|lacking|without|no|misses|missing)$/;
const FILLERS = new Set(
  'a an and as by for from in is it of on or that the to was where which who whose with'.split(' '),
);
const MAX_QUOTED = 30;

/** `does not say "carry case"`: words that a product's listing is said to lack. */
export function readMissingWords(reading: Reading): Claim[] {
  const claims: Claim[] = [];
  for (const [at, { text }] of reading.tokens.entries()) {
    if (!LACKING.test(text) || !QUOTES.has(reading.text(at + 1)) || reading.isWithinMention(at)) continue;
    const isLacking = /^(?:lack|lacks|lacking|without|no|misses|missing)$/.test(text) || reading.isNegated(at);
    const words = quotedWords(reading, at + 2).filter((word) => !FILLERS.has(word));
    const product = reading.subjectAt(at);
    if (!isLacking || product === undefined || words.length === 0) continue;
    if (product.title.length === 0 && !product.opened) continue;
    claims.push({
      kind: 'words',
      product,
      holds: !says(product, words),
      setsApart: (other) => says(other, words),
      from: at,
      to: at + 2 + words.length,
    });
  }
  return claims;
}

function quotedWords(reading: Reading, from: number): string[] {
  const words: string[] = [];
  for (let at = from; at < Math.min(reading.tokens.length, from + MAX_QUOTED); at++) {
    if (QUOTES.has(reading.text(at))) return words;
    if (reading.tokens[at]!.kind !== 'mark') words.push(reading.text(at));
  }
  return words;
}

/** Whether the title, attributes and options together contain the words, or the page contains them consecutively. */
function says(product: SeenProduct, words: readonly string[]): boolean {
  return words.every((word) => product.words.has(word)) || product.page.includes(` ${words.join(' ')} `);
}
