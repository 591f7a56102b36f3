import type { SignedWeights } from '../../chain/weights/signed-weights.ts';
import { ArenaChain } from '../../validator/weights/arena-chain.ts';

/** A validator's way to the chain, by which the latest weights that the chain took from it can be looked at. */
export class NotedChain extends ArenaChain {
  sent: SignedWeights | undefined;

  override async setWeights(weights: SignedWeights) {
    const receipt = await super.setWeights(weights);
    this.sent = weights;
    return receipt;
  }
}
