/** One registered hotkey of the subnet, as stored on the chain. */
export interface Neuron {
  readonly validatorPermit: boolean;
  /** In the same unit as the minimum stake. */
  readonly stakeWeight: number;
}

/** Port: the registered hotkeys at the last synchronisation with the chain. */
export interface Metagraph {
  /** Time of that synchronisation in Unix seconds; `undefined` before the first. */
  readonly syncedAt: number | undefined;
  find(hotkey: string): Neuron | undefined;
  /**
   * Synchronises now, unless that was done moments ago, for a hotkey whose registration may be newer than the data.
   * Never fails: without an answer of the chain the data stays as it is.
   */
  refreshIfDue(): Promise<void>;
}
