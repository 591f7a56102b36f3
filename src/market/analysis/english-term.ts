import { stemmer } from 'stemmer';

/** The 33 English stop words of Lucene's analyzer, so that queries lose the same words here as in the reference. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be but by for if in into is it no not of on or such that the their then there these they this
   to was will with`.split(/\s+/),
);

/**
 * One word as it is indexed: without possessive ending, in lower case, stemmed by Porter's algorithm; `undefined` for a
 * stop word. The order of these steps is Lucene's and matters ("IT's" must become "it" before the stop list is
 * checked).
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

/** Stems are cached: words recur often, and the stemmer tries dozens of patterns on each. */
const MOST_KNOWN_STEMS = 20_000;
/** Longer words are rarely real words and are not cached. */
const LONGEST_KNOWN = 30;
const knownStems = new Map<string, string>();

function stem(term: string): string {
  if (term.length < 3) return term;
  if (term.length > LONGEST_KNOWN) return stemmer(term);
  const known = knownStems.get(term);
  if (known !== undefined) return known;
  if (knownStems.size >= MOST_KNOWN_STEMS) knownStems.clear();
  const stemmed = stemmer(term);
  knownStems.set(term, stemmed);
  return stemmed;
}
