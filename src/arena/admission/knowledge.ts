import type { Problem } from '../../problems/problem.ts';
import { foldedWords } from '../../text/folded-text.ts';
import { COMMON_WORDS } from './common-words.ts';
import { PhraseIndex } from './phrase-index.ts';

export interface ProblemWords {
  readonly query: ReadonlySet<string>;
  readonly titles: readonly ReadonlySet<string>[];
  /** Words of the query and the titles. */
  readonly all: ReadonlySet<string>;
}

/**
 * What a contestant's file must not contain. Built only from problems that contestants may see: a finding confirms the
 * contestant's guess, so hidden problems could be guessed one by one. To check for hidden problems, call `judgeFacts`
 * separately and keep the findings secret.
 */
export class Knowledge {
  readonly productIds: ReadonlySet<string>;
  readonly problemIds: ReadonlySet<string>;
  readonly phrases: PhraseIndex;
  /** The problems that contain each word. */
  readonly #problemsWith = new Map<string, number[]>();
  readonly #problems: readonly ProblemWords[];
  readonly #mostProblems: number;

  constructor(problems: readonly Problem[]) {
    const targets = problems.flatMap((problem) => problem.targets);
    this.productIds = new Set(targets.map(({ productId }) => productId));
    this.problemIds = new Set(problems.map(({ id }) => id));
    this.phrases = new PhraseIndex(problems);
    this.#problems = problems.map(wordsOfProblem);
    this.#mostProblems = Math.max(MOST_PROBLEMS, Math.floor(problems.length * MOST_SHARE));
    for (const [index, { all }] of this.#problems.entries()) {
      for (const word of all) {
        const known = this.#problemsWith.get(word);
        if (known === undefined) this.#problemsWith.set(word, [index]);
        else known.push(index);
      }
    }
  }

  /** The uncommon words of a short text; none if it contains an uncommon word that no problem contains. */
  ownWords(text: string): readonly string[] {
    const words = wordsAndModels(text).filter(isOwn);
    return words.length <= LONGEST_SIDE && words.every((word) => this.#problemsWith.has(word)) ? words : [];
  }

  /** Whether so few problems contain the word that it identifies them. */
  isTelling(word: string): boolean {
    const problems = this.#problemsWith.get(word)?.length ?? 0;
    return problems > 0 && problems <= this.#mostProblems;
  }

  /** The problems that contain all these words. */
  problemsWith(words: readonly string[]): readonly ProblemWords[] {
    const lists = words.map((word) => this.#problemsWith.get(word) ?? []);
    const shortest = lists.reduce((least, list) => (list.length < least.length ? list : least), lists[0] ?? []);
    return shortest.map((index) => this.#problems[index]!).filter(({ all }) => words.every((word) => all.has(word)));
  }
}

/** A word in more problems than this is general vocabulary: a kind of product, a colour, a way of asking. */
const MOST_PROBLEMS = 2;
const MOST_SHARE = 0.05;
/** A key or value of a table is short; the rule about phrases covers longer texts. */
const LONGEST_SIDE = 12;

function wordsOfProblem(problem: Problem): ProblemWords {
  const titles = problem.targets.flatMap((target) => target.titles).map((title) => new Set(wordsAndModels(title)));
  const query = new Set(wordsAndModels(problem.query));
  return { query, titles, all: new Set([...query, ...titles.flatMap((title) => [...title])]) };
}

/** Keeps model numbers whole: ND-613 is one word. */
function wordsAndModels(text: string): string[] {
  return foldedWords(text.replaceAll(/(\p{L})-(?=\d)/gu, '$1'));
}

function isOwn(word: string): boolean {
  return word.length >= 3 && !COMMON_WORDS.has(word) && !/^\d{1,5}$/.test(word);
}
