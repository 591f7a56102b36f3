import { QuotedProblems } from '../../corpus/release/quoted-problems.ts';
import type { EvaluationSuite } from '../../evaluation/suites/evaluation-suite.ts';
import type { Problem } from '../../problems/problem.ts';
import { stringsIn } from './strings-in.ts';

/** A measured problem that somebody wrote, word for word, into what is to be trained on. */
export interface ProblemQuote {
  readonly suite: string;
  readonly problem: string;
  /** The first that quotes it. */
  readonly trained: string;
}

/**
 * Quotes of measured problems, whoever says them: likeness of whole messages finds no problem among many other words, and
 * what was asked is in the words of a user only where rows are honest.
 */
export class ProblemQuotes {
  readonly #found: ProblemQuote[] = [];
  #missing: readonly { readonly suite: string; readonly problem: Problem }[];
  #quoted: QuotedProblems;

  constructor(suites: readonly EvaluationSuite[]) {
    this.#missing = suites.flatMap(({ name, problems }) => problems.map((problem) => ({ suite: name, problem })));
    this.#quoted = this.#search();
  }

  get found(): readonly ProblemQuote[] {
    return this.#found;
  }

  /** Looks at every text in a value, however deep. A problem that was found once is not looked for again. */
  look(trained: string, value: unknown): void {
    for (const content of stringsIn(value)) {
      if (!this.#quoted.isIn(saying(content))) continue;
      const here = this.#missing.filter(({ problem }) => new QuotedProblems([problem]).isIn(saying(content)));
      this.#found.push(...here.map(({ suite, problem }) => ({ suite, problem: problem.id, trained })));
      this.#missing = this.#missing.filter((each) => !here.includes(each));
      this.#quoted = this.#search();
    }
  }

  #search(): QuotedProblems {
    return new QuotedProblems(this.#missing.map(({ problem }) => problem));
  }
}

/** Who says it makes no difference. */
function saying(content: string) {
  return { messages: [{ role: 'user' as const, content }] };
}
