import type { Metagraph } from './metagraph.ts';
import type { SignedWeights } from './weights/signed-weights.ts';

/** Permanent record of weights on the chain. */
export interface WeightsConfirmation {
  readonly block: number;
  /** The chain's identifier for it: the hash of an extrinsic or of a ledger event. */
  readonly reference: string;
  /** The drand round at which the chain reveals committed weights. */
  readonly revealRound?: bigint;
}

/**
 * Port: the chain as the arena uses it. The adapter is responsible for inclusion: `setWeights` resolves when the
 * weights are in a block, and fails with a `Fault` that says whether sending them again can help.
 */
export interface Chain {
  currentBlock(): Promise<number>;
  metagraph(): Promise<Metagraph>;
  setWeights(weights: SignedWeights): Promise<WeightsConfirmation>;
  /** Reveals committed weights that are due, where the chain does not do that itself. */
  revealDue?(): Promise<readonly WeightsConfirmation[]>;
}
