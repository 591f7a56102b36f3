import type { ChainView } from '../chain-view.ts';
import type { LedgerHistory } from './ledger-history.ts';
import { type LocalChainRules, ledgerPolicyOf } from './local-chain-rules.ts';
import { metagraphOf } from './local-ledger.ts';

/** The local ledger, which also knows what it paid. */
export interface LedgerView extends ChainView {
  readonly balances: Readonly<Record<string, string>>;
  readonly burned: string;
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
