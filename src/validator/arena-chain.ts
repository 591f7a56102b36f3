import { metagraphSchema, weightsConfirmationSchema } from '../arena/wire.ts';
import type { Chain, WeightsConfirmation } from '../chain/chain.ts';
import type { Metagraph } from '../chain/metagraph.ts';
import type { SignedWeights } from '../chain/weights.ts';
import type { ArenaClient } from '../client/arena-client.ts';

/** The local chain of an arena, through its API. Rejections state in `extra.send_again` whether to send again. */
export class ArenaChain implements Chain {
  readonly #client: ArenaClient;

  constructor(client: ArenaClient) {
    this.#client = client;
  }

  async currentBlock(): Promise<number> {
    return (await this.#read()).block;
  }

  async metagraph(): Promise<Metagraph> {
    const { block, neurons } = await this.#read();
    return {
      block,
      neurons: neurons.map((neuron) => ({
        uid: neuron.uid,
        hotkey: neuron.hotkey,
        stake: BigInt(neuron.stake),
        validatorPermit: neuron.validator_permit,
        active: neuron.active,
        registeredAt: neuron.registered_at,
        lastUpdate: neuron.last_update,
      })),
    };
  }

  async netuid(): Promise<number> {
    return (await this.#read()).netuid;
  }

  /** The subnet of the arena, and whether the arena runs that chain itself. */
  async place(): Promise<{ readonly kind: 'local' | 'subtensor'; readonly netuid: number }> {
    const { kind, netuid } = await this.#read();
    return { kind, netuid };
  }

  /** Not retried: the metagraph shows whether the weights arrived, and the next epoch is soon. */
  async setWeights(weights: SignedWeights): Promise<WeightsConfirmation> {
    const path = '/v1/chain/weights';
    return await this.#client.ask({ method: 'POST', path, body: weights, answer: weightsConfirmationSchema });
  }

  async #read() {
    return await this.#client.ask({ path: '/v1/public/chain/metagraph', answer: metagraphSchema });
  }
}
