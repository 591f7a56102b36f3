import type { RarityWeights, WeighedBag, WeighedRequest } from './request-features.ts';

/**
 * How likely two texts ask for the same by what they have in common alone, from 0 to 1. For what is left of two requests
 * without the words that both copied: a rest has no rivals, so that the evidence of rank (`rank-pairs.ts`) is missing.
 */
export function compareRequests(left: WeighedRequest, right: WeighedRequest, weights: RarityWeights): number {
  const telling = Number(hasTellingNumbers(left)) + Number(hasTellingNumbers(right));
  if (telling < 2) return byWords(compareWords(left, right, weights), telling);
  const numbers = compareNumbers(left, right, weights);
  // Most pairs end here: no words can make up for numbers that differ.
  if (numbers.better === 0) return 0;
  return 1 / (1 + Math.exp(-logOdds(compareWords(left, right, weights), numbers)));
}

/**
 * Weights of a logistic regression on the tuning halves of two sets of paraphrases (91 pairs of origin and paraphrase,
 * against all candidate pairs of 10,000 requests), with the constant set so that 10,000 unrelated requests have about
 * twenty links.
 */
function logOdds(words: WordComparison, numbers: NumberComparison): number {
  return (
    -15.3 +
    4.25 * Math.min(2.5, numbers.evidence * numbers.better) +
    5.77 * numbers.worse +
    3.13 * numbers.better -
    2.44 * words.cosine +
    2.83 * words.contained +
    2.32 * Math.min(1, words.weight / 8) +
    7.16 * Math.min(1, words.rarest) +
    (allAgree(numbers) ? ALL_AGREE : 0)
  );
}

const ALL_AGREE = 2.5;

/** No number differs, and there is more than one: what no unrelated pair among 1,560 requests has. */
function allAgree({ evidence, worse }: NumberComparison): boolean {
  return worse > 0.99 && evidence >= 0.75;
}

/** Weights are in units of a token that only one request has. */
export interface WordComparison {
  readonly cosine: number;
  /** The share of the shorter request's words that the other has. */
  readonly contained: number;
  /** The weight of the words that both have, and of the rarest of them. */
  readonly weight: number;
  readonly rarest: number;
}

/** By the words that were said or by what they mean, whichever agrees more. */
export function compareWords(left: WeighedRequest, right: WeighedRequest, weights: RarityWeights): WordComparison {
  const said = compareBags(left.said, right.said, weights);
  if (left.meant === left.said && right.meant === right.said) return said;
  const meant = compareBags(left.meant, right.meant, weights);
  return {
    cosine: Math.max(said.cosine, meant.cosine),
    contained: Math.max(said.contained, meant.contained),
    weight: Math.max(said.weight, meant.weight),
    rarest: Math.max(said.rarest, meant.rarest),
  };
}

function compareBags(left: WeighedBag, right: WeighedBag, weights: RarityWeights): WordComparison {
  const [small, large] = left.words.size < right.words.size ? [left, right] : [right, left];
  let [shared, sum, rarest] = [0, 0, 0];
  for (const word of small.words) {
    if (!large.words.has(word)) continue;
    const weight = weights.weight(word);
    shared += weight ** 2;
    sum += weight;
    if (weight > rarest) rarest = weight;
  }
  if (shared === 0) return { cosine: 0, contained: 0, weight: 0, rarest: 0 };
  return {
    cosine: shared / Math.sqrt(left.squares * right.squares),
    contained: shared / Math.min(left.squares, right.squares),
    weight: sum,
    rarest,
  };
}

export interface NumberComparison {
  /** The weight of the numbers that both have. */
  readonly weight: number;
  /** The squared weights of the numbers that both have: a common number says nearly nothing. */
  readonly evidence: number;
  /** Which share of its numbers the other request has, for the better and the worse of the two. */
  readonly better: number;
  readonly worse: number;
}

/** Below this total weight the numbers of a request say nothing: "3 items", "size 2". */
const TELLING_NUMBERS = 0.45;

export function hasTellingNumbers({ numberWeight }: WeighedRequest): boolean {
  return numberWeight >= TELLING_NUMBERS;
}

export function compareNumbers(left: WeighedRequest, right: WeighedRequest, weights: RarityWeights): NumberComparison {
  const ofLeft = foundIn(left, right, weights);
  const ofRight = foundIn(right, left, weights);
  const shares = [share(ofLeft.found, left.numberWeight), share(ofRight.found, right.numberWeight)] as const;
  return {
    weight: Math.min(ofLeft.found, ofRight.found),
    evidence: Math.min(ofLeft.squares, ofRight.squares),
    better: Math.max(...shares),
    worse: Math.min(...shares),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function foundIn(
  { numbers }: WeighedRequest,
  { numberKeys }: WeighedRequest,
  weights: RarityWeights,
): { readonly found: number; readonly squares: number } {
  let [found, squares] = [0, 0];
  for (const { keys, weight } of numbers) {
    let matched = 0;
    for (const key of keys) if (numberKeys.has(key)) matched = Math.max(matched, weights.weight(key));
    const counted = Math.min(weight, matched);
    found += counted;
    squares += counted ** 2;
  }
  return { found, squares };
}

const ENOUGH_FACTS = 2;

/** Whether two requests of our language state the same facts about the same goods, and the same numbers. */
export function stateTheSame(left: WeighedRequest, right: WeighedRequest, weights: RarityWeights): boolean {
  if (Math.min(left.goodsFacts, right.goodsFacts) < ENOUGH_FACTS) return false;
  if (unknownFacts(left, right) + unknownFacts(right, left) > 0) return false;
  return compareNumbers(left, right, weights).worse > 0.99;
}

/** How many phrases of our language state what the other request does not. */
export function unknownFacts({ facts }: WeighedRequest, { facts: known }: WeighedRequest): number {
  return facts.filter((stated) => !known.some((other) => other.some((fact) => stated.includes(fact)))).length;
}

/** Without numbers most words have to agree, a rare one among them; more of them if only one request has numbers. */
function byWords({ cosine, rarest }: WordComparison, telling: number): number {
  if (telling === 1) return cosine >= 0.8 && rarest >= 0.8 ? cosine : 0;
  return cosine >= 0.5 && rarest >= 0.78 ? cosine : 0;
}
