import { QuotedProblems } from '../../corpus/release.ts';
import type { EvaluationSuite } from '../../evaluation/suites.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { Problem } from '../../problems/problem.ts';

/** A measured problem that is quoted word for word in training data. */
export interface ProblemQuote {
  readonly suite: string;
  readonly problem: string;
  /** The first that quotes it. */
  readonly trained: string;
}

/**
 * Quotes of measured problems in any message: likeness of whole messages finds no problem among many other words, and
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

/**
 * Every text in a value that came out of JSON. The arguments of a call are JSON in JSON, whose escapes would hide what
 * stands in them; they are taken apart as well. Without recursion: the author of the row decides how deep it goes.
 */
function* stringsIn(value: unknown): Generator<string> {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') yield next;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      open.push(inner);
      const json = key === 'arguments' && typeof inner === 'string' ? parseJson(inner) : undefined;
      if (json?.ok === true) open.push(json.value);
    }
  }
}
