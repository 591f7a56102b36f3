import { wordsOf } from './tokens.ts';

/** What the query already says. Repeating it shows nothing about results. */
export class Asked {
  readonly words: ReadonlySet<string>;

  constructor(query: string) {
    this.words = new Set(wordsOf(query.slice(0, MAX_QUERY)));
  }

  says(words: readonly string[]): boolean {
    return words.every((word) => this.words.has(word));
  }

  saysNumber(value: number): boolean {
    return this.words.has(String(value));
  }
}

const MAX_QUERY = 100_000;
