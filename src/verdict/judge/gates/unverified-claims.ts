import type { Reading } from './reading.ts';
import type { SeenProduct } from './seen-products.ts';

const MAKING = /^(?:made|manufactured|produced|built|designed)$/;
const SELLING = /^(?:comes|sold|shipped|sent|bought)$/;
const SKIPPED =
  /^(?:the|a|an|brand|company|store|shop|seller|pure|solid|real|genuine|fine|finest|high|quality|premium)$/;
const MATERIAL =
  /^(?:gold|silver|platinum|titanium|steel|iron|brass|copper|bronze|aluminium|aluminum|plastic|wood|oak|teak|mahogany|bamboo|leather|cotton|silk|wool|cashmere|linen|polyester|nylon|rubber|silicone|glass|crystal|ceramic|porcelain|marble|granite|diamond|carbon|kevlar)$/;
const CERTIFIED = /^(?:certified|certification|certificate|certificates|fda|iso|haccp|oeko|gots|fsc)$/;
const COLOUR = /colou?r|finish|shade family/;
const MAX_SKIPPED = 3;

/**
 * Claims about the maker, the shop, the material or a certificate of a named product that no result and no word of the
 * request contains. Nothing refutes them, but they cannot come from the results. Only claims in these plain words are recognised:
 * other unknown words may be common knowledge, another language or a word for what the result shows.
 */
export function readUnverified(reading: Reading): string[] {
  const found: string[] = [];
  for (const [at, { kind, text }] of reading.tokens.entries()) {
    if (kind !== 'word' || reading.isWithinMention(at) || reading.isNegated(at)) continue;
    if (CERTIFIED.test(text) && isAbout(reading, at) && !isKnown(reading, text)) found.push(`certificate ${text}`);
    const isMaker = MAKING.test(text) && reading.text(at + 1) === 'by';
    const isSeller = SELLING.test(text) && /^(?:by|from)$/.test(reading.text(at + 1));
    if (isMaker || isSeller) {
      const name = skip(reading, at + 2);
      const token = reading.tokens[name];
      if (
        token?.capital === true &&
        !reading.isWithinMention(name) &&
        isAbout(reading, at) &&
        !isKnown(reading, token.text)
      )
        found.push(`name ${token.text}`);
    }
    if (text === 'of' && /^(?:is|are|made|out|body|case|and)$/.test(reading.text(at - 1))) {
      const material = skip(reading, at + 1);
      const word = reading.text(material);
      const product = reading.subjectAt(at);
      if (MATERIAL.test(word) && product !== undefined && !reading.asked.words.has(word) && !isOf(product, word))
        found.push(`material ${word}`);
    }
  }
  return found;
}

function skip(reading: Reading, from: number): number {
  let at = from;
  while (at < from + MAX_SKIPPED && SKIPPED.test(reading.text(at))) at++;
  return at;
}

function isAbout(reading: Reading, at: number): boolean {
  return reading.mentionsIn(reading.sentenceNumber(at)).length > 0 || reading.subjectAt(at) !== undefined;
}

function isKnown({ asked, seen }: Reading, word: string): boolean {
  if (asked.words.has(word) || Array.from(seen.shops).some((shop) => shop.toLowerCase().split(/\s+/).includes(word))) {
    return true;
  }
  for (const { words, page } of seen.products.values()) if (words.has(word) || page.includes(` ${word} `)) return true;
  return false;
}

/** A colour such as "antique gold" is not a material. */
function isOf({ title, page, pairs }: SeenProduct, word: string): boolean {
  if (title.includes(word) || page.includes(` ${word} `)) return true;
  return Array.from(pairs).some(
    ([name, values]) => !COLOUR.test(name) && Array.from(values).some((value) => value.split(' ').includes(word)),
  );
}
