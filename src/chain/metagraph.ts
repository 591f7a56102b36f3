/** One place in the subnet and who holds it. */
export interface Neuron {
  readonly uid: number;
  /** SS58 address. */
  readonly hotkey: string;
  /** In rao, the chain's smallest unit: majorities are decided on whole numbers, where no rounding can tip a scale. */
  readonly stake: bigint;
  /** Only the weights of permitted neurons count. */
  readonly validatorPermit: boolean;
  /** Whether it has spoken lately enough for its stake to count. */
  readonly active: boolean;
  readonly registeredAt: number;
  /** The block of its latest weights, or of its registration. */
  readonly lastUpdate: number;
}

/** The subnet at one block. Neurons stand at the index of their uid, without a gap. */
export interface Metagraph {
  readonly block: number;
  readonly neurons: readonly Neuron[];
}

export function uidOf(neurons: readonly Pick<Neuron, 'uid' | 'hotkey'>[], hotkey: string): number | undefined {
  return neurons.find((neuron) => neuron.hotkey === hotkey)?.uid;
}
