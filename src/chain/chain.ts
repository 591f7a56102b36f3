import type { Metagraph } from './metagraph.ts';
import type { SignedWeights } from './weights/signed-weights.ts';

/** Where weights were written down for good. */
export interface WeightsConfirmation {
  readonly block: number;
  /** What the chain calls the act: an extrinsic's hash, or the hash of a ledger's event. */
  readonly reference: string;
  /** Round of drand at which the chain reveals weights that were committed. */
  readonly revealRound?: bigint;
}

/**
 * The chain as the arena sees it. An adapter answers for inclusion: `setWeights` ends when the weights are in a block, and
 * fails with a `Fault` that says whether sending them again is any use.
 */
export interface Chain {
  currentBlock(): Promise<number>;
  metagraph(): Promise<Metagraph>;
  setWeights(weights: SignedWeights): Promise<WeightsConfirmation>;
  /** Reveals committed weights whose reveal is due, where the chain does not do that itself. */
  revealDue?(): Promise<readonly WeightsConfirmation[]>;
}
