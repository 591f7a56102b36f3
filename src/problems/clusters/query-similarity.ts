import type { RequestText } from './request-text.ts';

export interface SimilarPair {
  readonly left: number;
  readonly right: number;
  readonly similarity: number;
}

/** Returns the group of a request, given its index. */
export type GroupOf = (place: number) => number;

/**
 * Port: finds queries that are paraphrases of each other, by words and numbers alone or also with an embedding model.
 */
export interface QuerySimilarity {
  readonly name: string;
  readonly threshold: number;
  /** All pairs with at least the threshold's similarity. Requests of one group are already known to be the same. */
  similarPairs(requests: readonly RequestText[], groupOf?: GroupOf): readonly SimilarPair[];
}
