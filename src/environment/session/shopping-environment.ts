import type { Harness } from '../../evaluation/harness.ts';
import type { WebSearch } from '../../market/encyclopaedia.ts';
import type { Search } from '../../market/search.ts';
import type { EnvironmentSplit } from './environment-split.ts';

/** The immutable state that all sessions of a server share. */
export interface ShoppingEnvironment {
  readonly splits: readonly EnvironmentSplit[];
  readonly harness: Harness;
  readonly search: Search;
  /** Needed by a harness with `web_search`. */
  readonly web?: WebSearch | undefined;
  readonly maxTurns: number;
  readonly weights: {
    /** Weight of the outcome (0 or 1), rewarded with the last step. */
    readonly outcome: number;
    /** Weight of step rewards. All steps of an episode together earn at most this, as in the trainer. */
    readonly step: number;
  };
}
