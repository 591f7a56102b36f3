import { mean } from '../../statistics/mean.ts';
import { wholeWords } from '../../text/words.ts';
import { contentWords } from '../reading/content-words.ts';
import type { Done, ReadCalls, Said } from '../reading/read-calls.ts';
import { recommendationSaid, searchesSaid } from '../said/who-said-it.ts';

/** Evidence from one attempt about whether the program dictated what its model said. */
export interface ToldEvidence {
  /**
   * Share of the words of the model's searches that the program had already written into the prompt; `null` if the
   * model said no search.
   */
  readonly searchTold: number | null;
  /** How many recommended products the program had singled out before the model first named them. */
  readonly singledOut: number;
  readonly recommended: number;
  /** Share of the request's words found in the prompts. A model that never saw the request cannot have decided. */
  readonly requestShown: number;
}

export function readTold(calls: ReadCalls, query: string, recommended: readonly string[]): ToldEvidence {
  const texts = new KnownTexts(calls, query);
  const searches = searchesSaid(calls).flatMap(({ done, said }) => {
    if (said === undefined) return [];
    const words = contentWords(done.q);
    const first = firstSaying(said, done.q, calls);
    return words.length === 0 ? [] : [words.filter((word) => texts.isTold(word, first)).length / words.length];
  });
  const { first } = recommendationSaid(calls, recommended);
  const prompts = new Set(
    calls.said
      .slice(0, OPENING)
      .flatMap(({ prompt }) => prompt)
      .flatMap(wholeWords),
  );
  const asked = contentWords(query);
  return {
    searchTold: searches.length === 0 ? null : mean(searches),
    singledOut: first.filter(({ id, said }) => isSingledOut(id, said, calls)).length,
    recommended: first.length,
    requestShown: asked.length === 0 ? 1 : asked.filter((word) => prompts.has(word)).length / asked.length,
  };
}

/** The first completion that contains the query. From then on, repeated words are the model's own. */
function firstSaying(said: Said, q: string, { said: all }: ReadCalls): Said {
  const wanted = q.trim().toLowerCase();
  return all.find((each) => each.sequence < said.sequence && each.text.toLowerCase().includes(wanted)) ?? said;
}

/** An agent that shows its model the request does so in its first prompts. */
const OPENING = 3;

/** Length of word runs compared with the request. Shorter runs match by chance. */
const REQUEST_RUN = 3;
const RUN = 2;

/** Texts that may be in a prompt anyway: the request, earlier completions, results. The program wrote the rest. */
class KnownTexts {
  readonly #calls: ReadCalls;
  readonly #request: string;
  readonly #spaced = new Map<string, string>();

  constructor(calls: ReadCalls, query: string) {
    this.#calls = calls;
    this.#request = spaced(query);
  }

  /** Whether a completion's prompt has the word in a place that the program wrote. */
  isTold(word: string, said: Said): boolean {
    return said.prompt.some((text) => {
      const words = this.#words(text);
      for (let at = words.indexOf(` ${word} `); at !== -1; at = words.indexOf(` ${word} `, at + 1)) {
        if (!this.#isKnown(words, at, at + word.length + 2, said)) return true;
      }
      return false;
    });
  }

  /**
   * Whether a run of words is from the request. At the edge of a text runs are shorter, and a single word of the
   * request is a keyword that the program picked.
   */
  #isAsked(run: string): boolean {
    const size = run.split(' ').length - 2;
    return size < REQUEST_RUN ? run === this.#request : this.#request.includes(run);
  }

  #words(text: string): string {
    const known = this.#spaced.get(text) ?? spaced(text);
    this.#spaced.set(text, known);
    return known;
  }

  /** @param start Position of the space before the word; `end` is just after the space that follows it. */
  #isKnown(words: string, start: number, end: number, said: Said): boolean {
    if (runsAround(words, start, end, REQUEST_RUN).some((run) => this.#isAsked(run))) return true;
    const pairs = runsAround(words, start, end, RUN);
    const isIn = (text: string): boolean => pairs.some((pair) => this.#words(text).includes(pair));
    return (
      this.#calls.said.some((each) => each.sequence < said.sequence && isIn(each.text)) ||
      this.#calls.done.some((each) => each.sequence < said.sequence && isIn(resultText(each)))
    );
  }
}

const results = new WeakMap<Done, string>();

function resultText(done: Done): string {
  const text = results.get(done) ?? JSON.stringify(done.response) ?? '';
  results.set(done, text);
  return text;
}

function spaced(text: string): string {
  return ` ${wholeWords(text).join(' ')} `;
}

/** Every run of `size` words that includes the word between `start` and `end`. */
function runsAround(words: string, start: number, end: number, size: number): string[] {
  const starts = [start];
  const ends = [end];
  for (let more = 1; more < size; more++) {
    starts.push(Math.max(0, words.lastIndexOf(' ', starts.at(-1)! - 1)));
    ends.push(words.indexOf(' ', ends.at(-1)!) + 1 || words.length);
  }
  return starts.map((from, before) => words.slice(from, ends[size - 1 - before]!));
}

/** A shorter list may have had nothing else to show. */
const LIST = 3;

/** Whether the prompt names the product more often than any other, or shows it as the only one from a longer list. */
function isSingledOut(id: string, said: Said, { done }: ReadCalls): boolean {
  const lists = done
    .filter((each) => each.sequence < said.sequence)
    .map(({ shown }) => shown.map((product) => product.id));
  const known = new Set(lists.flat());
  const counts = new Map<string, number>();
  for (const number of said.prompt.join('\n').match(/\d{3,}/g) ?? []) {
    if (known.has(number)) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  const own = counts.get(id) ?? 0;
  const list = lists.findLast((ids) => ids.length >= LIST && ids.includes(id));
  if (own === 0 || list === undefined) return false;
  if (list.every((other) => other === id || !counts.has(other))) return true;
  counts.delete(id);
  return own > Math.max(0, ...counts.values());
}
