import { foldedLetters } from '../../text/folded-text.ts';

/** "P630" is a price; "P30" may be a phone model. */
const PRICE_PREFIX = /\bp(?:hp)?(?=\d[\d,]{2})/g;
const WORD = /\p{L}+\d[\p{L}\d]*|\d+(?:[.,]\d+)*|\p{L}+/gu;

/**
 * The words and numbers of a request, folded, in order. "1,464" and "4.5" stay whole, "24cm" becomes a number and a
 * unit, and a model code such as "K10" stays one word.
 */
export function requestWords(text: string): string[] {
  return foldedLetters(text).replaceAll(PRICE_PREFIX, '').match(WORD) ?? [];
}
