import type { RequestText } from './request-text.ts';

export interface SimilarPair {
  readonly left: number;
  readonly right: number;
  readonly similarity: number;
}

/** The group of a request, by its place. */
export type GroupOf = (place: number) => number;

/** Port: which queries say the same in other words, by words and numbers alone or with an embedding model as well. */
export interface QuerySimilarity {
  readonly name: string;
  readonly threshold: number;
  /** All pairs that are at least as similar as the threshold. Requests of one group are known to be the same. */
  similarPairs(requests: readonly RequestText[], groupOf?: GroupOf): readonly SimilarPair[];
}
