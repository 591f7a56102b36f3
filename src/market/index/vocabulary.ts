import { englishTerm } from '../analysis/english-term.ts';
import { splitWords } from '../analysis/split-words.ts';

/** Words are cached as written, to avoid stemming them again; beyond this number the cache is cleared. */
const MAX_REMEMBERED_WORDS = 500_000;

const STOP = -1;

/** Numbers terms in order of first occurrence. Only its terms stay in memory while a market is built. */
export class Vocabulary {
  readonly #terms = new Map<string, number>();
  readonly #words = new Map<string, number>();

  get size(): number {
    return this.#terms.size;
  }

  /** Calls `onTerm` with the number of each term of `text`, stop words left out. */
  forEachTerm(text: string, onTerm: (term: number) => void): void {
    splitWords(text, (word) => {
      const term = this.#words.get(word) ?? this.#learn(word);
      if (term !== STOP) onTerm(term);
    });
  }

  entries(): IterableIterator<[term: string, number: number]> {
    return this.#terms.entries();
  }

  #learn(word: string): number {
    const text = englishTerm(word);
    let term = STOP;
    if (text !== undefined) {
      term = this.#terms.get(text) ?? this.#terms.size;
      this.#terms.set(text, term);
    }
    if (this.#words.size >= MAX_REMEMBERED_WORDS) this.#words.clear();
    this.#words.set(word, term);
    return term;
  }
}
