export interface SimilarPair {
  readonly left: number;
  readonly right: number;
  readonly similarity: number;
}

/**
 * Port: which queries say the same in other words. The embedded default weighs shared words by their rarity; an
 * embedding model behind an endpoint can take its place.
 */
export interface QuerySimilarity {
  readonly name: string;
  /** Calibrated on the labelled pairs beside this file; see `calibrate-threshold.ts`. */
  readonly threshold: number;
  /** All pairs that are at least as similar as the threshold. */
  similarPairs(queries: readonly string[]): readonly SimilarPair[];
}
