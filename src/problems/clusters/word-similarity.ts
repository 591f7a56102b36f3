import { englishTerm } from '../../market/analysis.ts';
import { foldedWords } from '../../text/folded-text.ts';
import { readLabelledPairs } from './labelled-pairs.ts';
import { wordsToNumbers } from './number-words.ts';
import type { QuerySimilarity, SimilarPair } from './query-similarity.ts';

/** Words in more queries than this find no candidates; they still count once a pair is looked at. */
const MAX_POSTINGS = 400;

/** A pair is only looked at when the rare words it shares carry this part of the similarity it would need. */
const CANDIDATE_SHARE = 0.5;

/**
 * Words that only a few queries use, a series name or an odd price, identify a problem. Pairs that share none have only
 * what everybody says about such goods in common, and must have nearly all of it: at a lower bar a hundred thousand
 * queries about a hundred kinds of goods chain up into one.
 */
const RARE_SHARE = 1 / 5_000;
const RARE_AT_LEAST = 3;
const THRESHOLD_WITHOUT_RARE = 0.75;

/**
 * Rarity of words learnt from the queries themselves and from the labelled ones: what everybody says weighs next to
 * nothing, in a handful of queries as well as in a hundred thousand.
 */
export class WordWeights {
  readonly #queries: number;
  readonly #containing = new Map<string, number>();

  constructor(bags: readonly ReadonlySet<string>[]) {
    const known = [...bags, ...backgroundBags()];
    this.#queries = known.length;
    for (const bag of known) for (const word of bag) this.#containing.set(word, (this.#containing.get(word) ?? 0) + 1);
  }

  containing(word: string): number {
    return this.#containing.get(word) ?? 0;
  }

  weight(word: string): number {
    return Math.log(1 + this.#queries / (1 + this.containing(word)));
  }
}

let background: readonly ReadonlySet<string>[] | undefined;

function backgroundBags(): readonly ReadonlySet<string>[] {
  background ??= readLabelledPairs().map(({ left }) => bagOfWords(left));
  return background;
}

/** What people wrap a request in. It says nothing about what is asked for, and a paraphrase changes it first. */
const CHATTER = new Set(
  `i i'm im me my we our you your do does can could would will should shall may might have has had been be am is are was
   a an the this that these those it its they them there here one some any which what where who how when please help
   find finding look looking search searching hunt hunting show need want like buy get order sell sells selling offer
   offers offering carry carries carrying recommend suggest shop shops store stores seller sellers good best deal time
   gift list put together also first second third lastly all everything following same and or of for from by in on at to
   with into as so than then just only`.split(/\s+/),
);

/**
 * The stems and numbers of a query, chatter left out. Numbers in words count as numbers, so that rewriting a price hides
 * nothing.
 */
export function bagOfWords(query: string): ReadonlySet<string> {
  const words = wordsToNumbers(foldedWords(query)).filter((word) => !CHATTER.has(word));
  return new Set(
    words.map((word) => englishTerm(word)).filter((term) => term !== undefined && term !== '') as string[],
  );
}

/** Cosine of two bags, words weighed by the square of their rarity. */
export function weightedCosine(left: ReadonlySet<string>, right: ReadonlySet<string>, weights: WordWeights): number {
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += weights.weight(word) ** 2;
  return shared === 0 ? 0 : shared / Math.sqrt(squaredNorm(left, weights) * squaredNorm(right, weights));
}

function squaredNorm(bag: ReadonlySet<string>, weights: WordWeights): number {
  let sum = 0;
  for (const word of bag) sum += weights.weight(word) ** 2;
  return sum;
}

export const wordSimilarity: QuerySimilarity = {
  name: 'weighted words',
  threshold: 0.6,
  similarPairs(queries) {
    const bags = queries.map(bagOfWords);
    const weights = new WordWeights(bags);
    const norms = Float64Array.from(bags, (bag) => Math.sqrt(squaredNorm(bag, weights)));
    const postings = new Map<string, number[]>();
    const shared = new Float64Array(queries.length);
    const pairs: SimilarPair[] = [];
    const rare = Math.max(RARE_AT_LEAST, queries.length * RARE_SHARE);
    for (const [right, bag] of bags.entries()) {
      const touched: number[] = [];
      for (const word of bag) {
        if (weights.containing(word) > MAX_POSTINGS) continue;
        const earlier = postings.get(word);
        const gain = weights.weight(word) ** 2;
        for (const left of earlier ?? []) {
          if (shared[left] === 0) touched.push(left);
          shared[left]! += gain;
        }
        if (earlier === undefined) postings.set(word, [right]);
        else earlier.push(right);
      }
      for (const left of touched) {
        const reach = shared[left]! / (norms[left]! * norms[right]!);
        shared[left] = 0;
        if (reach < wordSimilarity.threshold * CANDIDATE_SHARE) continue;
        const similarity = weightedCosine(bags[left]!, bag, weights);
        if (similarity < wordSimilarity.threshold) continue;
        if (similarity < THRESHOLD_WITHOUT_RARE && !shareRare(bags[left]!, bag, weights, rare)) continue;
        pairs.push({ left, right, similarity });
      }
    }
    return pairs;
  },
};

function shareRare(left: ReadonlySet<string>, right: ReadonlySet<string>, weights: WordWeights, rare: number): boolean {
  for (const word of left) if (right.has(word) && weights.containing(word) <= rare) return true;
  return false;
}
