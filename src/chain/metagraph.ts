/** A registered hotkey and its uid. */
export interface Neuron {
  readonly uid: number;
  /** SS58 address. */
  readonly hotkey: string;
  /**
   * In rao, the chain's smallest unit: majorities are decided on integers, so that rounding cannot change the result.
   */
  readonly stake: bigint;
  /** Only the weights of neurons with a permit count. */
  readonly validatorPermit: boolean;
  /** Whether its last update is recent enough for its stake to count. */
  readonly active: boolean;
  readonly registeredAt: number;
  /** The block of its latest weights, or of its registration. */
  readonly lastUpdate: number;
}

/** The subnet at one block. The index of a neuron is its uid, without gaps. */
export interface Metagraph {
  readonly block: number;
  readonly neurons: readonly Neuron[];
}

export function uidOf(neurons: readonly Pick<Neuron, 'uid' | 'hotkey'>[], hotkey: string): number | undefined {
  return neurons.find((neuron) => neuron.hotkey === hotkey)?.uid;
}
