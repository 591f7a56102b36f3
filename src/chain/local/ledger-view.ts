import type { ChainView } from '../chain-view.ts';
import type { LedgerHistory } from './ledger-history.ts';
import { type LocalChainRules, ledgerPolicyOf } from './local-chain-rules.ts';
import { balanceOf, metagraphOf } from './local-ledger.ts';
import { type RegistrationTerms, registrationPrice } from './registration-price.ts';

/** View of the local ledger, which also includes payments. */
export interface LedgerView extends ChainView {
  readonly earned: Readonly<Record<string, string>>;
  readonly balances: Readonly<Record<string, string>>;
  readonly granted: string;
  readonly fees: string;
  readonly burned: string;
  readonly registration: NonNullable<ChainView['registration']>;
}

export function viewLedger(
  { ledger, epochs, latestEpoch }: LedgerHistory,
  block: number,
  rules: LocalChainRules,
  terms: RegistrationTerms,
): LedgerView {
  const { neurons } = metagraphOf({ ...ledger, block }, ledgerPolicyOf(rules));
  const newest = ledger.latestEpoch;
  return {
    netuid: rules.netuid,
    block,
    epochs,
    neurons: neurons.map((neuron) => ({
      ...neuron,
      stake: `${neuron.stake}`,
      immuneUntil: neuron.registeredAt + rules.immunityBlocks,
    })),
    earned: Object.fromEntries(Array.from(ledger.earned, ([hotkey, earned]) => [hotkey, `${earned}`])),
    balances: Object.fromEntries(
      [...new Set([...ledger.granted.keys(), ...ledger.earned.keys()])].map((hotkey) => [
        hotkey,
        `${balanceOf(ledger, hotkey)}`,
      ]),
    ),
    granted: `${sumOf(ledger.granted)}`,
    fees: `${sumOf(ledger.fees)}`,
    registration: {
      price: `${registrationPrice(ledger.latestPaid, block, terms)}`,
      minPrice: `${terms.minPrice}`,
      startBalance: `${terms.startBalance}`,
      immunityBlocks: rules.immunityBlocks,
      maxNeurons: rules.maxNeurons,
    },
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

function sumOf(amounts: ReadonlyMap<string, bigint>): bigint {
  return amounts.values().reduce((sum, amount) => sum + amount, 0n);
}
