import type { WeightVector } from '../weights/weight-vector.ts';
import type { LedgerHistory } from './ledger-history.ts';
import { type LocalChainRules, ledgerPolicyOf } from './local-chain-rules.ts';
import { metagraphOf } from './local-ledger.ts';

/** The local ledger for people and programs outside. Amounts are rao, as their digits. */
export interface LedgerView {
  readonly netuid: number;
  readonly block: number;
  readonly epochs: number;
  readonly neurons: readonly NeuronView[];
  /** What each hotkey has earned, those that have left included. */
  readonly balances: Readonly<Record<string, string>>;
  readonly burned: string;
  /** The vectors that stand, by the uid of their giver. */
  readonly weights: readonly (WeightVector & { readonly uid: number })[];
  /** By uid, with who held it then; `null` before the first has ended. */
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
}

export function viewLedger(
  { ledger, epochs, latestEpoch }: LedgerHistory,
  block: number,
  rules: LocalChainRules,
): LedgerView {
  const { neurons } = metagraphOf({ ...ledger, block }, ledgerPolicyOf(rules));
  const newest = ledger.latestEpoch;
  return {
    netuid: rules.netuid,
    block,
    epochs,
    neurons: neurons.map((neuron) => ({ ...neuron, stake: `${neuron.stake}` })),
    balances: Object.fromEntries(Array.from(ledger.earned, ([hotkey, earned]) => [hotkey, `${earned}`])),
    burned: `${ledger.burned}`,
    weights: Array.from(ledger.weights, ([uid, { uids, values }]) => ({ uid, uids, values })),
    latestEpoch:
      latestEpoch === undefined || newest === undefined
        ? null
        : {
            ...latestEpoch,
            incentive: newest.incentive,
            dividends: newest.dividends,
            consensus: newest.consensus,
            validatorTrust: newest.validatorTrust,
          },
  };
}
