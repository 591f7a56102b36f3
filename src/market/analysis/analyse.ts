import { englishTerm } from './english-term.ts';
import { splitWords } from './split-words.ts';

/** The index terms of a text, in order, repetitions kept. Documents and queries go through this one function. */
export function analyse(text: string): string[] {
  const terms: string[] = [];
  splitWords(text, (word) => {
    const term = englishTerm(word);
    if (term !== undefined) terms.push(term);
  });
  return terms;
}
