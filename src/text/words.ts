/** A word and its position in the text. */
export interface PlacedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+/gu;
const WHOLE_WORD = /[\p{L}\p{N}]+(?:[.'’][\p{L}\p{N}]+)*/gu;

/**
 * Runs of letters and digits, in lower case.
 *
 * @example words("Men's 2.5-inch") // ['men', 's', '2', '5', 'inch']
 */
export function words(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/**
 * Words in lower case, each kept whole across a dot or an apostrophe.
 *
 * @example wholeWords("Men's 2.5-inch") // ["men's", '2.5', 'inch']
 */
export function wholeWords(text: string): string[] {
  return text.toLowerCase().match(WHOLE_WORD) ?? [];
}

/** `wholeWords` with positions in the lower-case text. */
export function placedWords(text: string): PlacedWord[] {
  return Array.from(text.toLowerCase().matchAll(WHOLE_WORD), (match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/**
 * Splits at white space and commas only, so that a price range or an id stays one term.
 *
 * @example separatedTerms('0-100, red') // ['0-100', 'red']
 */
export function separatedTerms(text: string): string[] {
  return text.split(/[\s,]+/).filter((term) => term !== '');
}
