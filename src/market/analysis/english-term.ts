import { stemmer } from 'stemmer';

/** The English stop words of Lucene's analyzer (33), so that a query loses the same words here as in the reference. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be but by for if in into is it no not of on or such that the their then there these they this
   to was will with`.split(/\s+/),
);

/**
 * One word as the index knows it: without possessive ending, in lower case, stemmed by Porter's algorithm; nothing for
 * a stop word. The order of these steps is Lucene's and matters ("IT's" must become "it" before the stop list sees it).
 */
export function englishTerm(word: string): string | undefined {
  const term = withoutPossessive(word).toLowerCase();
  if (STOP_WORDS.has(term)) return undefined;
  return stem(term);
}

function withoutPossessive(word: string): string {
  const last = word.length - 1;
  if (last < 2) return word;
  const apostrophe = word.charCodeAt(last - 1);
  if (apostrophe !== 0x27 && apostrophe !== 0x2019 && apostrophe !== 0xff07) return word;
  return word[last] === 's' || word[last] === 'S' ? word.slice(0, last - 1) : word;
}

function stem(term: string): string {
  return term.length < 3 ? term : stemmer(term);
}
