import { foldTypos } from './fold-typos.ts';
import { readLabelledPairs } from './labelled-pairs.ts';
import { findPhrases, phraseWords, type Span } from './plain-words.ts';
import { requestWords } from './request-words.ts';

/** A request, read once for all comparisons. */
export interface RequestText {
  readonly query: string;
  /** Its words as they are written. */
  readonly written: readonly string[];
  /** The same words with typos folded to the word that other requests spell. */
  readonly words: readonly string[];
  /** The phrases of our language among `words`. */
  readonly phrases: readonly Span[];
}

/** All requests at once, because a typo is recognised by what the other requests spell. */
export function readRequests(queries: readonly string[]): RequestText[] {
  // One string for every spelling of a word: half the memory, and maps compare by address.
  const spellings = new Map<string, string>();
  const written = queries.map((query) => requestWords(query).map((word) => spellings.getOrInsert(word, word)));
  const folded = foldTypos(written, backgroundWords());
  return queries.map((query, place) => textOf(query, written[place]!, folded[place]!));
}

/** One request without a look at others, so that its typos stay. */
export function readOneRequest(query: string): RequestText {
  const words = requestWords(query);
  return textOf(query, words, words);
}

function textOf(query: string, written: readonly string[], words: readonly string[]): RequestText {
  return { query, written, words, phrases: findPhrases(words) };
}

let counts: ReadonlyMap<string, number> | undefined;

/** Words that are spelt right, with the number of background requests that use them. */
function backgroundWords(): ReadonlyMap<string, number> {
  if (counts !== undefined) return counts;
  const counted = new Map<string, number>();
  for (const word of phraseWords()) counted.set(word, OF_THE_LANGUAGE);
  for (const { left } of readLabelledPairs())
    for (const word of new Set(requestWords(left))) counted.set(word, (counted.get(word) ?? 0) + 1);
  counts = counted;
  return counts;
}

/** Makes a word of our language too frequent for a typo, even where no request uses it. */
const OF_THE_LANGUAGE = 3;
