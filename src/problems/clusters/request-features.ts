import { englishTerm } from '../../market/analysis.ts';
import { foldedWords } from '../../text/folded-text.ts';
import { readLabelledPairs } from './labelled-pairs.ts';
import { isNumberWord, wordsToNumbers } from './number-words.ts';
import { plainWords, type Span } from './plain-words.ts';
import { type NumberKeys, numbersOf } from './request-numbers.ts';
import { type RequestText, readOneRequest } from './request-text.ts';

/** Features for comparing requests. */
export interface RequestFeatures {
  /** The stems of its words. */
  readonly said: ReadonlySet<string>;
  /** The same with phrases of our language replaced by plain words; `said` itself if there are none. */
  readonly meant: ReadonlySet<string>;
  readonly numbers: readonly NumberKeys[];
  /** Keys of numbers that phrases of our language imply without stating them. */
  readonly impliedNumbers: readonly string[];
  /** The possible facts of each phrase of our language, except those that name the goods. */
  readonly facts: readonly (readonly string[])[];
  /** Number of these facts that depend on the goods, unlike "cash on delivery". */
  readonly goodsFacts: number;
}

/** Filler words of requests. They do not describe what is wanted, and a paraphrase changes them first. */
const CHATTER = new Set(
  `i i'm im me my we our you your do does can could would will should shall may might have has had been be am is are was
   a an the this that these those it its they them there here one some any which what where who how when please help
   find finding look looking search searching hunt hunting show need want like buy get order sell sells selling offer
   offers offering carry carries carrying recommend suggest shop shops store stores seller sellers good best deal time
   gift list put together also first second third lastly all everything following same and or of for from by in on at to
   with into as so than then just only`.split(/\s+/),
);

export function featuresOf({ written, words, phrases }: RequestText): RequestFeatures {
  const said = stemsOf(words);
  const meant = phrases.length === 0 ? said : stemsOf(plainWords(words, phrases));
  return { said, meant, numbers: numbersOf(written), ...statedBy(phrases) };
}

function statedBy(phrases: readonly Span[]): Pick<RequestFeatures, 'impliedNumbers' | 'facts' | 'goodsFacts'> {
  const impliedNumbers: string[] = [];
  const facts: string[][] = [];
  let goodsFacts = 0;
  for (const { meanings } of phrases) {
    const stated: string[] = [];
    for (const { fact, opens, numbers } of meanings) {
      if (numbers !== undefined) impliedNumbers.push(...numbers);
      if (fact !== undefined && !opens) stated.push(fact);
    }
    if (stated.length === 0) continue;
    facts.push(stated);
    if (meanings.some(({ leaf }) => leaf !== undefined)) goodsFacts++;
  }
  return { impliedNumbers, facts, goodsFacts };
}

function stemsOf(words: readonly string[]): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const word of words) {
    const stem = stemOf(word);
    if (stem !== '') stems.add(stem);
  }
  return stems;
}

/** Cache: requests repeat words, and stemming is the slowest part of reading a request. */
const STEMS = new Map<string, string>();
const MOST_STEMS = 200_000;

/** The stems and numbers of a text without filler words; numbers in words count as numbers. */
export function bagOfWords(text: string): ReadonlySet<string> {
  const words = foldedWords(text);
  const numbers = wordsToNumbers(words).filter((word) => /^\d/.test(word));
  return new Set([...stemsOf(words), ...numbers]);
}

/** Empty for filler words, and for numbers, which are compared as amounts. */
function stemOf(word: string): string {
  let stem = STEMS.get(word);
  if (stem === undefined) {
    stem = CHATTER.has(word) || /^\d/.test(word) || isNumberWord(word) ? '' : (englishTerm(word) ?? '');
    if (STEMS.size >= MOST_STEMS) STEMS.clear();
    STEMS.set(word, stem);
  }
  return stem;
}

let background: readonly RequestFeatures[] | undefined;

/** Typical requests, so that common words have little weight even in a small set of queries. */
function backgroundFeatures(): readonly RequestFeatures[] {
  background ??= readLabelledPairs().map(({ left }) => featuresOf(readOneRequest(left)));
  return background;
}

/** Rarity of each word and number, in the queries themselves and in the background. */
export class RarityWeights {
  readonly #queries: number;
  readonly #containing = new Map<string, number>();
  readonly #weights = new Map<string, number>();

  constructor(features: readonly RequestFeatures[]) {
    const known = [...features, ...backgroundFeatures()];
    this.#queries = known.length;
    for (const each of known)
      for (const token of tokensOf(each)) this.#containing.set(token, (this.#containing.get(token) ?? 0) + 1);
  }

  containing(token: string): number {
    return this.#containing.get(token) ?? 0;
  }

  /** 1 for a token that occurs in a single request, less for others. */
  weight(token: string): number {
    let weight = this.#weights.get(token);
    if (weight === undefined) {
      weight = Math.log(1 + this.#queries / (1 + this.containing(token))) / Math.log(this.#queries);
      this.#weights.set(token, weight);
    }
    return weight;
  }
}

export function tokensOf({ said, meant, numbers }: RequestFeatures): ReadonlySet<string> {
  const tokens = new Set(said);
  if (meant !== said) for (const word of meant) tokens.add(word);
  for (const keys of numbers) for (const key of keys) tokens.add(key);
  return tokens;
}

/** A bag of words with the sum of their squared weights. */
export interface WeighedBag {
  readonly words: ReadonlySet<string>;
  readonly squares: number;
}

/** A request with precomputed values for comparisons. */
export interface WeighedRequest {
  readonly said: WeighedBag;
  readonly meant: WeighedBag;
  readonly numbers: readonly { readonly keys: NumberKeys; readonly weight: number }[];
  /** Includes the keys of implied numbers. */
  readonly numberKeys: ReadonlySet<string>;
  readonly facts: readonly (readonly string[])[];
  readonly goodsFacts: number;
  /** Total weight of its numbers. */
  readonly numberWeight: number;
}

export function weigh(features: RequestFeatures, weights: RarityWeights): WeighedRequest {
  const { said, meant, numbers, impliedNumbers, facts, goodsFacts } = features;
  const weighedSaid = weighBag(said, weights);
  const weighed = numbers.map((keys) => ({ keys, weight: weights.weight(keys[0]!) }));
  const numberKeys = new Set(impliedNumbers);
  for (const keys of numbers) for (const key of keys) numberKeys.add(key);
  return {
    said: weighedSaid,
    meant: meant === said ? weighedSaid : weighBag(meant, weights),
    numbers: weighed,
    numberKeys,
    facts,
    goodsFacts,
    numberWeight: weighed.reduce((sum, { weight }) => sum + weight, 0),
  };
}

function weighBag(words: ReadonlySet<string>, weights: RarityWeights): WeighedBag {
  let squares = 0;
  for (const word of words) squares += weights.weight(word) ** 2;
  return { words, squares };
}

/** Cosine of two bags; words are weighted by their squared rarity. */
export function bagCosine(left: WeighedBag, right: WeighedBag, weights: RarityWeights): number {
  let shared = 0;
  for (const word of left.words) if (right.words.has(word)) shared += weights.weight(word) ** 2;
  return shared === 0 ? 0 : shared / Math.sqrt(left.squares * right.squares);
}
