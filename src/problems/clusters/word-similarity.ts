import { englishTerm } from '../../market/analysis/english-term.ts';
import { normalisedQuery } from './exact-edges.ts';
import { readLabelledPairs } from './labelled-pairs.ts';
import { wordsToNumbers } from './number-words.ts';
import type { QuerySimilarity, SimilarPair } from './query-similarity.ts';

/** Words in more queries than this find no candidates; they still count once a pair is looked at. */
const MAX_POSTINGS = 400;

/** A pair is only looked at when the rare words it shares carry this part of the similarity it would need. */
const CANDIDATE_SHARE = 0.5;

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

/** The stems and numbers of a query. Numbers in words count as numbers, so that rewriting a price hides nothing. */
export function bagOfWords(query: string): ReadonlySet<string> {
  const words = wordsToNumbers(normalisedQuery(query).split(' '));
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
  threshold: 0.52,
  similarPairs(queries) {
    const bags = queries.map(bagOfWords);
    const weights = new WordWeights(bags);
    const norms = Float64Array.from(bags, (bag) => Math.sqrt(squaredNorm(bag, weights)));
    const postings = new Map<string, number[]>();
    const shared = new Float64Array(queries.length);
    const pairs: SimilarPair[] = [];
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
        if (similarity >= wordSimilarity.threshold) pairs.push({ left, right, similarity });
      }
    }
    return pairs;
  },
};
