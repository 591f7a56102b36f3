import { englishTerm } from './english-term.ts';
import { splitWords } from './split-words.ts';

/** The index terms of a text, in order, repetitions kept. `Vocabulary` does the same for documents, remembering words. */
export function analyse(text: string): string[] {
  const terms: string[] = [];
  splitWords(text, (word) => {
    const term = englishTerm(word);
    if (term !== undefined) terms.push(term);
  });
  return terms;
}
