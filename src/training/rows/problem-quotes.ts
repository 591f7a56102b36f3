import { QuotedProblems } from '../../corpus/release.ts';
import type { EvaluationSuite } from '../../evaluation/suites.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { Problem } from '../../problems/problem.ts';

/** A measured problem that is quoted verbatim in training data. */
export interface ProblemQuote {
  readonly suite: string;
  readonly problem: string;
  /** The first row that quotes it. */
  readonly trained: string;
}

/**
 * Finds quotes of measured problems in any message. Comparing whole messages would miss a problem within a longer
 * text, and only honest rows keep the request in a user message.
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

  /** Searches every text in a value, at any depth. A problem that was found is not searched for again. */
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

/** The role does not matter for the search. */
function saying(content: string) {
  return { messages: [{ role: 'user' as const, content }] };
}

/**
 * Every text in a parsed JSON value. The arguments of a call are JSON within JSON, whose escapes would hide quotes,
 * so they are parsed as well. Not recursive, because the author of the row controls the depth.
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
