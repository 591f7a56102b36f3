import type { WeightVector } from './weights/weight-vector.ts';

/** Public view of a subnet: its neurons, their weights and earnings. Amounts are rao, as decimal strings. */
export interface ChainView {
  readonly netuid: number;
  readonly block: number;
  readonly epochs: number;
  readonly neurons: readonly NeuronView[];
  /**
   * Total earned by each hotkey, including hotkeys that have left; `null` on a chain whose payments we do not compute.
   */
  readonly earned: Readonly<Record<string, string>> | null;
  /** What each hotkey can spend: grants plus earnings, less registration fees. */
  readonly balances: Readonly<Record<string, string>> | null;
  /** Simulated money granted to all hotkeys together. */
  readonly granted: string | null;
  /** Registration fees paid by all hotkeys together. */
  readonly fees: string | null;
  /** Current terms of registration; `null` on a chain where we do not register neurons. */
  readonly registration: RegistrationView | null;
  readonly burned: string | null;
  /** The current vectors, with the uid of their validator. */
  readonly weights: readonly (WeightVector & { readonly uid: number })[];
  /** By uid, with the hotkeys at that time; `null` before the first epoch has ended. */
  readonly latestEpoch: {
    readonly block: number;
    readonly hotkeys: readonly string[];
    readonly incentive: readonly number[];
    readonly dividends: readonly number[];
    readonly consensus: readonly number[];
    /** The part of each validator's weights that remains after clipping: how far it agrees with the majority. */
    readonly validatorTrust: readonly number[];
  } | null;
}

interface NeuronView {
  readonly uid: number;
  readonly hotkey: string;
  readonly stake: string;
  readonly validatorPermit: boolean;
  readonly active: boolean;
  readonly registeredAt: number;
  readonly lastUpdate: number;
  /** From this block on a newcomer may replace it in a full subnet; `null` if unknown. */
  readonly immuneUntil: number | null;
}

interface RegistrationView {
  readonly price: string;
  readonly minPrice: string;
  readonly startBalance: string;
  readonly immunityBlocks: number;
  readonly maxNeurons: number;
}
