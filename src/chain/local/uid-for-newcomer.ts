import type { Epoch } from '../yuma/run-epoch.ts';
import type { LocalLedger } from './local-ledger.ts';

export interface TakenUids {
  readonly places: LocalLedger['places'];
  readonly latestEpoch: Pick<Epoch, 'incentive'> | undefined;
}

export interface UidRules {
  readonly maxNeurons: number;
  readonly immunityBlocks: number;
  /** The owner's uid is never reassigned. */
  readonly ownerUid: number;
}

export interface Newcomer {
  readonly stake: bigint;
  /** Registered by the operator, who may also replace immune neurons. */
  readonly byOperator: boolean;
}

/**
 * The uid for a newcomer: the next free one, or in a full subnet the one with the least stake, then the least incentive
 * in the latest epoch, then the earliest registration. Contestants have no stake, so among them the least successful is
 * replaced. A neuron with stake is replaced only by a newcomer with more: registration may be free, and filling all
 * uids could otherwise remove every validator. `undefined` when none can be replaced.
 */
export function uidForNewcomer(
  { places, latestEpoch }: TakenUids,
  block: number,
  { maxNeurons, immunityBlocks, ownerUid }: UidRules,
  newcomer: Newcomer,
): number | undefined {
  if (places.length < maxNeurons) return places.length;
  const incentive = (uid: number): number => latestEpoch?.incentive[uid] ?? 0;
  const [first] = places
    .filter(({ uid, stake }) => uid !== ownerUid && (stake === 0n || stake < newcomer.stake))
    .filter(({ registeredAt }) => newcomer.byOperator || registeredAt + immunityBlocks <= block)
    .toSorted(
      (one, other) =>
        Number(one.stake > other.stake) - Number(one.stake < other.stake) ||
        incentive(one.uid) - incentive(other.uid) ||
        one.registeredAt - other.registeredAt ||
        one.uid - other.uid,
    );
  return first?.uid;
}
