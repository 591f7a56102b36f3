import type { WeightVector } from './weights/weight-vector.ts';

/** A subnet for people and programs outside: who is in it, what they weigh, what they earn. Amounts are rao, as their digits. */
export interface ChainView {
  readonly netuid: number;
  readonly block: number;
  readonly epochs: number;
  readonly neurons: readonly NeuronView[];
  /** What each hotkey has earned, those that have left included; `null` where pay is not ours to count. */
  readonly earned: Readonly<Record<string, string>> | null;
  /** What each hotkey can spend: what it was given and has earned, less registration fees. */
  readonly balances: Readonly<Record<string, string>> | null;
  /** Simulated money that was given out, over all hotkeys. */
  readonly granted: string | null;
  /** What registrations cost, over all hotkeys. */
  readonly fees: string | null;
  /** What a place costs now; `null` where places are not ours to give. */
  readonly registration: RegistrationView | null;
  readonly burned: string | null;
  /** The current vectors, by the uid of the validator. */
  readonly weights: readonly (WeightVector & { readonly uid: number })[];
  /** By uid, with the hotkeys of that time; `null` before the first epoch has ended. */
  readonly latestEpoch: {
    readonly block: number;
    readonly hotkeys: readonly string[];
    readonly incentive: readonly number[];
    readonly dividends: readonly number[];
    readonly consensus: readonly number[];
    /** What clipping left of each validator's weights: how far it agrees with the majority. */
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
  /** From this block on a newcomer may take its place in a full subnet; `null` where that is not ours to know. */
  readonly immuneUntil: number | null;
}

interface RegistrationView {
  readonly price: string;
  readonly minPrice: string;
  readonly startBalance: string;
  readonly immunityBlocks: number;
  readonly maxNeurons: number;
}
