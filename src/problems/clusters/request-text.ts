import { foldTypos } from './fold-typos.ts';
import { readLabelledPairs } from './labelled-pairs.ts';
import { findPhrases, phraseWords, type Span } from './plain-words.ts';
import { requestWords } from './request-words.ts';

/** A request, parsed once for all comparisons. */
export interface RequestText {
  readonly query: string;
  /** The words as written. */
  readonly written: readonly string[];
  /** The same words with typos corrected to spellings in other requests. */
  readonly words: readonly string[];
  /** The phrases of our language among `words`. */
  readonly phrases: readonly Span[];
}

/** Reads all requests together, because a typo is recognised by how the other requests spell the word. */
export function readRequests(queries: readonly string[]): RequestText[] {
  // One string object per spelling: halves the memory, and maps can compare by address.
  const spellings = new Map<string, string>();
  const written = queries.map((query) => requestWords(query).map((word) => spellings.getOrInsert(word, word)));
  const folded = foldTypos(written, backgroundWords());
  return queries.map((query, place) => textOf(query, written[place]!, folded[place]!));
}

/** Reads one request on its own, so its typos are not corrected. */
export function readOneRequest(query: string): RequestText {
  const words = requestWords(query);
  return textOf(query, words, words);
}

function textOf(query: string, written: readonly string[], words: readonly string[]): RequestText {
  return { query, written, words, phrases: findPhrases(words) };
}

let counts: ReadonlyMap<string, number> | undefined;

/** Correctly spelt words, with the number of background requests that use them. */
function backgroundWords(): ReadonlyMap<string, number> {
  if (counts !== undefined) return counts;
  const counted = new Map<string, number>();
  for (const word of phraseWords()) counted.set(word, OF_THE_LANGUAGE);
  for (const { left } of readLabelledPairs())
    for (const word of new Set(requestWords(left))) counted.set(word, (counted.get(word) ?? 0) + 1);
  counts = counted;
  return counts;
}

/** Count given to each word of our language, so that it is too frequent to be a typo even if no request uses it. */
const OF_THE_LANGUAGE = 3;
