/** A word, a number or a mark of punctuation, and where it stands. */
export interface Token {
  readonly kind: 'word' | 'number' | 'mark';
  /** In lower case. */
  readonly text: string;
  /** Of a number. */
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

/** Underscores and hyphens only separate, so that `pan_body` and "pan body" are the same two words. */
const TOKEN = /(\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?)|([\p{L}\p{N}]+)|[^\s\p{L}\p{N}_]|\n/gu;

export function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: found, 1: number, 2: word, index }) => ({
    kind: number !== undefined ? 'number' : word !== undefined ? 'word' : 'mark',
    text: number === undefined ? found.toLowerCase() : number.replaceAll(',', ''),
    value: number === undefined ? Number.NaN : Number(number.replaceAll(',', '')),
    start: index,
    end: index + found.length,
  }));
}

/** The words and numbers of a text, in lower case. */
export function wordsAndNumbers(text: string): string[] {
  return tokensOf(text).flatMap(({ kind, text: word }) => (kind === 'mark' ? [] : [word]));
}
