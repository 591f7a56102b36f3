import { englishTerm } from './english-term.ts';
import { splitWords } from './split-words.ts';

/**
 * The index terms of a text, in order, with repetitions. `Vocabulary` does the same for documents, with a cache of
 * words.
 */
export function analyse(text: string): string[] {
  const terms: string[] = [];
  splitWords(text, (word) => {
    const term = englishTerm(word);
    if (term !== undefined) terms.push(term);
  });
  return terms;
}
