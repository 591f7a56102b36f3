import { wordsAndNumbers } from './tokens.ts';

/** The words and numbers of the query. Repeating them shows nothing about results. */
export class Asked {
  readonly words: ReadonlySet<string>;
  readonly numbers: readonly number[];

  constructor(query: string) {
    this.words = new Set(wordsAndNumbers(query.slice(0, MAX_QUERY)));
    this.numbers = [...this.words].map(Number).filter(Number.isFinite).slice(0, MAX_NUMBERS);
  }

  says(words: readonly string[]): boolean {
    return words.every((word) => this.words.has(word));
  }

  saysNumber(value: number): boolean {
    return this.words.has(String(value));
  }
}

const MAX_QUERY = 100_000;
const MAX_NUMBERS = 24;
