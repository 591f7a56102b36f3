import type { Epoch } from '../yuma/run-epoch.ts';
import type { LocalLedger } from './local-ledger.ts';

export interface TakenUids {
  readonly places: LocalLedger['places'];
  readonly latestEpoch: Pick<Epoch, 'incentive'> | undefined;
}

export interface UidRules {
  readonly maxNeurons: number;
  readonly immunityBlocks: number;
  /** The owner's place is never taken. */
  readonly ownerUid: number;
}

export interface Newcomer {
  readonly stake: bigint;
  /** Registered by the operator, who need not wait until an immunity ends. */
  readonly byOperator: boolean;
}

/**
 * The uid a newcomer gets: the next free one, or in a full subnet the one with the least stake, among equals
 * least incentive in the newest epoch, then the longest stay. Contestants have no stake, so among them the least
 * successful leaves. A neuron with stake is replaced only by a newcomer with more: uids are free, and
 * filling them all could otherwise remove every validator. `undefined` when none can be replaced.
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
