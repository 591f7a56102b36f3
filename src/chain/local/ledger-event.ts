/** What can happen on the local ledger. Every event names its block; blocks never go back. */
export type LedgerEvent =
  | NeuronRegistered
  | { readonly kind: 'balance-granted'; readonly block: number; readonly hotkey: string; readonly amount: bigint }
  | { readonly kind: 'stake-changed'; readonly block: number; readonly hotkey: string; readonly stake: bigint }
  | WeightsSet
  | { readonly kind: 'epoch-ended'; readonly block: number; readonly emission: bigint };

export interface NeuronRegistered {
  readonly kind: 'neuron-registered';
  readonly block: number;
  /** The next free place, or one that is taken: its holder then leaves, and what was said of it no longer counts. */
  readonly uid: number;
  readonly hotkey: string;
  readonly stake: bigint;
  /** What the hotkey paid. Left out where it paid nothing, as in ledgers from before there was a price. */
  readonly price?: bigint | undefined;
}

/** The signature has been checked before this becomes an event. */
export interface WeightsSet {
  readonly kind: 'weights-set';
  readonly block: number;
  readonly hotkey: string;
  readonly uids: readonly number[];
  readonly values: readonly number[];
}
