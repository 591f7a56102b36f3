import type { RarityWeights, WeighedBag, WeighedRequest } from './request-features.ts';

/**
 * Probability, from 0 to 1, that two texts ask for the same thing, judged only by what they share. Used for the
 * remainders of two requests after the words that both copied are removed: remainders are not ranked against others, so
 * the evidence of rank (`rank-pairs.ts`) is not available.
 */
export function compareRequests(left: WeighedRequest, right: WeighedRequest, weights: RarityWeights): number {
  const telling = Number(hasTellingNumbers(left)) + Number(hasTellingNumbers(right));
  if (telling < 2) return byWords(compareWords(left, right, weights), telling);
  const numbers = compareNumbers(left, right, weights);
  // Most pairs end here: matching words cannot make up for numbers that differ.
  if (numbers.better === 0) return 0;
  return 1 / (1 + Math.exp(-logOdds(compareWords(left, right, weights), numbers)));
}

/**
 * Weights of a logistic regression on the tuning halves of two sets of paraphrases: 91 pairs of origin and paraphrase,
 * against all candidate pairs of 10,000 requests. The constant is set so that 10,000 unrelated requests have about
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

/** All numbers agree, and there is more than one. No unrelated pair among 1,560 requests has this. */
function allAgree({ evidence, worse }: NumberComparison): boolean {
  return worse > 0.99 && evidence >= 0.75;
}

/** A token that occurs in only one request has weight 1. */
export interface WordComparison {
  readonly cosine: number;
  /** The share of the shorter request's words that the other request has. */
  readonly contained: number;
  /** The weight of the words that both have, and of the rarest of them. */
  readonly weight: number;
  readonly rarest: number;
}

/** Compares the literal words and their plain meanings, and uses the higher value of each. */
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
  /** The sum of the squared weights of the numbers that both have: a common number is almost no evidence. */
  readonly evidence: number;
  /** The share of a request's numbers that the other request has: the higher and the lower of the two shares. */
  readonly better: number;
  readonly worse: number;
}

/** Below this total weight, the numbers of a request are not distinctive: "3 items", "size 2". */
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

/** Number of phrases of our language whose facts the other request does not state. */
export function unknownFacts({ facts }: WeighedRequest, { facts: known }: WeighedRequest): number {
  return facts.filter((stated) => !known.some((other) => other.some((fact) => stated.includes(fact)))).length;
}

/**
 * Without distinctive numbers, most words must agree, including a rare one. The limits are higher if only one request
 * has such numbers.
 */
function byWords({ cosine, rarest }: WordComparison, telling: number): number {
  if (telling === 1) return cosine >= 0.8 && rarest >= 0.8 ? cosine : 0;
  return cosine >= 0.5 && rarest >= 0.78 ? cosine : 0;
}
