/** Events of the local ledger. Each has a block; block numbers never decrease. */
export type LedgerEvent =
  | NeuronRegistered
  | { readonly kind: 'balance-granted'; readonly block: number; readonly hotkey: string; readonly amount: bigint }
  | { readonly kind: 'stake-changed'; readonly block: number; readonly hotkey: string; readonly stake: bigint }
  | WeightsSet
  | { readonly kind: 'epoch-ended'; readonly block: number; readonly emission: bigint };

export interface NeuronRegistered {
  readonly kind: 'neuron-registered';
  readonly block: number;
  /** The next free uid, or one in use: its neuron is then replaced, and weights given to it no longer count. */
  readonly uid: number;
  readonly hotkey: string;
  readonly stake: bigint;
  /** Price that the hotkey paid. Absent when it paid nothing, as in ledgers from before registration had a price. */
  readonly price?: bigint | undefined;
}

/** Weights whose signature was checked before they became an event. */
export interface WeightsSet {
  readonly kind: 'weights-set';
  readonly block: number;
  readonly hotkey: string;
  readonly uids: readonly number[];
  readonly values: readonly number[];
}
