import type { Problem } from '../../problems/problem.ts';
import { foldedWords } from '../../text/folded-text.ts';
import { COMMON_WORDS } from './common-words.ts';

const FEWEST_WORDS = 6;
const FEWEST_CHARACTERS = 30;
/** A shorter title with enough characters counts if it occurs in full. */
const SHORT_TITLE_WORDS = [3, 4, 5] as const;
/** Required uncommon words: a phrase without them is a common expression. */
const FEWEST_OWN_WORDS = 2;
/** A phrase that occurs in a larger share of the problems is part of their standard wording. */
const MOST_SHARE = 0.02;

/** Finds phrases of problems verbatim, ignoring case, punctuation and accents. */
export class PhraseIndex {
  readonly #phrases = new Map<string, number>();
  readonly #titles = new Set<string>();
  readonly #most: number;

  constructor(problems: readonly Problem[]) {
    this.#most = Math.max(1, Math.floor(problems.length * MOST_SHARE));
    for (const problem of problems) {
      const titles = problem.targets.flatMap((target) => target.titles);
      const texts = [problem.query, ...titles].map(foldedWords);
      const phrases = new Set(texts.flatMap((words) => words.map((_, start) => phraseAt(words, start))));
      for (const phrase of phrases) {
        if (phrase !== undefined) this.#phrases.set(phrase, (this.#phrases.get(phrase) ?? 0) + 1);
      }
      for (const words of titles.map(foldedWords)) {
        const whole = words.join(' ');
        if (words.length < FEWEST_WORDS && whole.length >= FEWEST_CHARACTERS && isOwn(words)) this.#titles.add(whole);
      }
    }
  }

  occursIn(text: string): boolean {
    if (text.length < FEWEST_CHARACTERS) return false;
    const words = foldedWords(text);
    return words.some((_, start) => {
      const phrase = phraseAt(words, start);
      if (phrase !== undefined && (this.#phrases.get(phrase) ?? Infinity) <= this.#most) return true;
      return SHORT_TITLE_WORDS.some((count) => this.#titles.has(words.slice(start, start + count).join(' ')));
    });
  }
}

/** The shortest phrase from here that is long enough. Its end depends only on its words. */
function phraseAt(words: readonly string[], start: number): string | undefined {
  let end = start + FEWEST_WORDS;
  let phrase = words.slice(start, end).join(' ');
  while (phrase.length < FEWEST_CHARACTERS && end < words.length) phrase += ` ${words[end++]}`;
  if (end > words.length || phrase.length < FEWEST_CHARACTERS) return undefined;
  return isOwn(words.slice(start, end)) ? phrase : undefined;
}

function isOwn(words: readonly string[]): boolean {
  return words.filter((word) => !COMMON_WORDS.has(word) && !/^\d+$/.test(word)).length >= FEWEST_OWN_WORDS;
}
