import { quantile } from '../../statistics/quantile.ts';
import type { LabelledPair } from '../clusters/labelled-pairs.ts';
import { bagOfWords, WordWeights, weightedCosine } from '../clusters/word-similarity.ts';

export interface Calibration {
  /** Halfway between the least similar paraphrase and the unrelated pairs but for the most similar hundredth. */
  readonly threshold: number;
  readonly lowestSame: number;
  readonly highestDifferent: number;
  /** Of the unrelated pairs, how many would be joined at a given threshold. */
  falseShare(threshold: number): number;
  /** Of the paraphrases, how many would be missed. */
  missedShare(threshold: number): number;
}

/** Where to draw the line between paraphrases and strangers, from pairs whose answer is known. */
export function calibrateThreshold(pairs: readonly LabelledPair[]): Calibration {
  const bags = new Map(pairs.flatMap(({ left, right }) => [left, right]).map((query) => [query, bagOfWords(query)]));
  const weights = new WordWeights([...bags.values()]);
  const scored = pairs.map(({ left, right, same }) => ({
    same,
    score: weightedCosine(bags.get(left)!, bags.get(right)!, weights),
  }));
  const same = scored
    .filter((pair) => pair.same)
    .map((pair) => pair.score)
    .sort((left, right) => left - right);
  const different = scored
    .filter((pair) => !pair.same)
    .map((pair) => pair.score)
    .sort((left, right) => left - right);
  const highestDifferent = quantile(different, 0.99) ?? 0;
  const lowestSame = same[0] ?? 1;
  return {
    threshold: (lowestSame + highestDifferent) / 2,
    lowestSame,
    highestDifferent,
    falseShare: (threshold) => different.filter((score) => score >= threshold).length / different.length,
    missedShare: (threshold) => same.filter((score) => score < threshold).length / same.length,
  };
}
