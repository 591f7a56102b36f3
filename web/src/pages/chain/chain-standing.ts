import type { EpochPaymentsWire, ValidatorWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import type { ChainLedger } from '../../api/chain-queries.ts';
import { shareOf, sumOf } from './tao-text.ts';

export interface ValidatorStanding {
  readonly uid: number;
  readonly hotkey: string;
  readonly stake: bigint;
  /** Share of the active stake: that of validators with a permit that have set weights recently. */
  readonly stakeShare: number;
  readonly isHeard: boolean;
  /** Blocks since it last set weights. */
  readonly blocksAgo: number;
  readonly dividends: number;
  /** Share of its weights left after clipping, from 0 to 1. Null before its first epoch. */
  readonly agreement: number | null;
  readonly earned: bigint;
  /** The arena's data about its work; undefined for a hotkey that only holds stake. */
  readonly worker: ValidatorWire | undefined;
}

export function validatorStandings(
  { neurons, block, latest_epoch: epoch, ...paid }: ChainLedger,
  workers: readonly ValidatorWire[],
): readonly ValidatorStanding[] {
  const earned = earnedOf(paid);
  const permitted = neurons.filter(({ validator_permit }) => validator_permit);
  const heard = sumOf(permitted.filter(({ active }) => active).map(({ stake }) => BigInt(stake)));
  return permitted
    .map((neuron) => {
      const stake = BigInt(neuron.stake);
      const stakeShare = neuron.active ? shareOf(stake, heard) : 0;
      // A uid that has changed hands since the epoch has no values from it.
      const place = epoch?.hotkeys[neuron.uid] === neuron.hotkey ? neuron.uid : undefined;
      const dividends = place === undefined ? 0 : (epoch!.dividends[place] ?? 0);
      return {
        uid: neuron.uid,
        hotkey: neuron.hotkey,
        stake,
        stakeShare,
        isHeard: neuron.active,
        blocksAgo: Math.max(0, block - neuron.last_update),
        dividends,
        agreement: place === undefined ? null : (epoch!.validator_trust[place] ?? null),
        earned: BigInt(earned[neuron.hotkey] ?? 0),
        worker: workers.find(({ hotkey }) => hotkey === neuron.hotkey),
      };
    })
    .sort((one, other) => (one.stake === other.stake ? one.uid - other.uid : one.stake > other.stake ? -1 : 1));
}

/** At and above this, two weight vectors are equal apart from the rounding to 16 bits. */
const AGREES = 0.999;

/** How far validators agree, weighted by stake, as a sentence. */
export function agreementText(standings: readonly ValidatorStanding[]): string {
  const judged = standings.filter(({ agreement, isHeard }) => agreement !== null && isHeard);
  if (judged.length === 0) return 'No epoch has ended yet, so there is no consensus.';
  const agreeing = judged.filter(({ agreement }) => agreement! >= AGREES);
  const share = agreeing.reduce((sum, { stakeShare }) => sum + stakeShare, 0);
  if (agreeing.length === judged.length) {
    return judged.length === 1
      ? 'Only one validator is active, so there is nothing to compare.'
      : `All ${judged.length} validators agree.`;
  }
  return `${agreeing.length} of ${counted(judged.length, 'validator')}, with ${(share * 100).toFixed(1)} % of the stake, agree with the majority.`;
}

export interface NeuronStanding {
  readonly uid: number;
  readonly hotkey: string;
  readonly consensus: number;
  readonly incentive: number;
  readonly earned: bigint;
  readonly isBurn: boolean;
  readonly isValidator: boolean;
}

/** Weight on this uid is burned, whichever hotkey has it. */
const BURN_UID = 0;

/** All registered hotkeys, highest paid first. */
export function neuronStandings({ neurons, latest_epoch: epoch, ...paid }: ChainLedger): readonly NeuronStanding[] {
  const earned = earnedOf(paid);
  return neurons
    .map(({ uid, hotkey, validator_permit }) => {
      const here = epoch?.hotkeys[uid] === hotkey;
      return {
        uid,
        hotkey,
        consensus: here ? (epoch!.consensus[uid] ?? 0) : 0,
        incentive: here ? (epoch!.incentive[uid] ?? 0) : 0,
        earned: BigInt(earned[hotkey] ?? 0),
        isBurn: uid === BURN_UID,
        isValidator: validator_permit,
      };
    })
    .sort((one, other) => other.incentive - one.incentive || Number(other.earned - one.earned) || one.uid - other.uid);
}

/** Arenas older than the registration price call it `balances`. */
function earnedOf({ earned, balances }: Pick<ChainLedger, 'earned' | 'balances'>): Readonly<Record<string, string>> {
  return earned ?? balances ?? {};
}

export interface Totals {
  readonly toContestants: bigint;
  readonly toValidators: bigint;
  readonly burned: bigint;
  readonly all: bigint;
}

/** Where the emission of some epochs went. */
export function totalsOf(
  amounts: Pick<EpochPaymentsWire['totals'], 'to_contestants' | 'to_validators' | 'burned'>,
): Totals {
  const [toContestants, toValidators, burned] = [
    BigInt(amounts.to_contestants),
    BigInt(amounts.to_validators),
    BigInt(amounts.burned),
  ];
  return { toContestants, toValidators, burned, all: toContestants + toValidators + burned };
}

export interface Part {
  readonly name: string;
  readonly rao: bigint;
  readonly share: number;
  readonly fill: string;
}

/** Paid to contestants, paid to validators, burned: in every picture in this order and with these colours. */
export function partsOf({ toContestants, toValidators, burned, all }: Totals): readonly Part[] {
  const part = (name: string, rao: bigint, fill: string): Part => ({ name, rao, share: shareOf(rao, all), fill });
  return [
    part('contestants', toContestants, 'var(--chart)'),
    part('validators', toValidators, 'var(--ours)'),
    part('burned', burned, 'var(--bad)'),
  ];
}

/** @example partsText(parts) // 'contestants 41.4 %, validators 50.5 %, burned 8.1 %' */
export function partsText(parts: readonly Part[]): string {
  return parts.map(({ name, share }) => `${name} ${percentText(share)}`).join(', ');
}

export function percentText(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
