import type { Problem } from '../../problems/problem.ts';
import { sha256 } from '../../store/sha256.ts';
import { foldedText } from '../../text/folded-text.ts';
import type { FilteredRow } from './release-row.ts';

/** Shorter texts occur by chance. */
const MIN_CHARACTERS = 24;

/** Prompts repeat between attempts, so results are cached. */
const MAX_REMEMBERED = 100_000;

/** Finds problems quoted in a prompt, as an example or in a table of answers, in rows about other problems. */
export class QuotedProblems {
  /** Queries by their beginning, so that a text is scanned once and not once per problem. */
  readonly #queries: ReadonlyMap<string, readonly string[]>;
  readonly #seen = new Map<string, boolean>();

  constructor(problems: readonly Problem[]) {
    const queries = problems.map(({ query }) => foldedText(query)).filter(({ length }) => length >= MIN_CHARACTERS);
    this.#queries = Map.groupBy(queries, (query) => query.slice(0, MIN_CHARACTERS));
  }

  isIn({ messages }: Pick<FilteredRow, 'messages'>): boolean {
    if (this.#queries.size === 0) return false;
    return messages.some(({ content }) => this.#isQuotedIn(content));
  }

  #isQuotedIn(content: string): boolean {
    if (content.length < MIN_CHARACTERS) return false;
    const key = sha256(content);
    const known = this.#seen.get(key);
    if (known !== undefined) return known;
    const found = this.#quotes(foldedText(content));
    if (this.#seen.size >= MAX_REMEMBERED) this.#seen.clear();
    this.#seen.set(key, found);
    return found;
  }

  /** Folded texts have one space between words, and a quote begins with a word. */
  #quotes(text: string): boolean {
    let start = 0;
    do {
      const queries = this.#queries.get(text.slice(start, start + MIN_CHARACTERS));
      if (queries?.some((query) => text.startsWith(query, start)) === true) return true;
      start = text.indexOf(' ', start) + 1;
    } while (start > 0);
    return false;
  }
}
