import type { RankedPair } from './rank-pairs.ts';

/** If the odds of two pairs differ by less than this factor, they are equally good: either may be the right one. */
const CLEARLY_BETTER = 1.1;

/**
 * Removes pairs that are only a side effect of a clearly better pair: no request asks for the same thing as two
 * requests that are known to ask for different things. A look-alike copies a request with another value, so it shares
 * nearly as much with each paraphrase of that request as the request itself does.
 */
export function withoutSecondChoices<Pair extends RankedPair>(
  same: readonly Pair[],
  apart: readonly RankedPair[],
): Pair[] {
  if (apart.length === 0) return [...same];
  const lookAlikes = new Map<number, number[]>();
  const add = (request: number, other: number): void => void lookAlikes.getOrInsert(request, []).push(other);
  for (const { left, right } of apart) {
    add(left, right);
    add(right, left);
  }
  const similarity = new Map<string, number>();
  for (const pair of same) similarity.set(`${pair.left} ${pair.right}`, pair.similarity);
  const between = (one: number, other: number): number =>
    similarity.get(one < other ? `${one} ${other}` : `${other} ${one}`) ?? 0;
  const isSecond = (request: number, chosen: number, chosenSimilarity: number): boolean =>
    (lookAlikes.get(chosen) ?? []).some(
      (rival) => odds(between(request, rival)) > CLEARLY_BETTER * odds(chosenSimilarity),
    );
  return same.filter(({ left, right, similarity: own }) => !isSecond(left, right, own) && !isSecond(right, left, own));
}

function odds(probability: number): number {
  return probability / (1 - probability);
}
