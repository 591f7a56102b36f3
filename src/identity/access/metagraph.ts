/** One participant of the subnet, as the chain knows it. */
export interface Neuron {
  readonly validatorPermit: boolean;
  /** In the unit of the stake floor. */
  readonly stakeWeight: number;
}

/** Port: who is registered, as of the last time the chain was asked. */
export interface Metagraph {
  /** Unix seconds of that time; `undefined` before the first. */
  readonly syncedAt: number | undefined;
  find(hotkey: string): Neuron | undefined;
}
