import type { RequestText } from './request-text.ts';

export interface SimilarPair {
  readonly left: number;
  readonly right: number;
  readonly similarity: number;
}

/** Port: which queries say the same in other words, by words and numbers alone or with an embedding model as well. */
export interface QuerySimilarity {
  readonly name: string;
  readonly threshold: number;
  /** All pairs that are at least as similar as the threshold. */
  similarPairs(requests: readonly RequestText[]): readonly SimilarPair[];
}
