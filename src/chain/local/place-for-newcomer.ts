import type { Epoch } from '../yuma/run-epoch.ts';
import type { LocalLedger } from './local-ledger.ts';

export interface TakenPlaces {
  readonly places: LocalLedger['places'];
  readonly latestEpoch: Pick<Epoch, 'incentive'> | undefined;
}

export interface PlaceRules {
  readonly maxNeurons: number;
  readonly immunityBlocks: number;
  /** The owner's place is never taken. */
  readonly ownerUid: number;
}

export interface Newcomer {
  readonly stake: bigint;
  /** Sent by the operator, who need not wait until somebody's time is over. */
  readonly byOperator: boolean;
}

/**
 * The uid a newcomer gets: the next free one, or in a full subnet the place of whoever has least stake, among equals
 * least incentive in the newest epoch, then the longest stay. Contestants have no stake, so among them the least
 * successful leaves. Nobody is replaced who has as much stake as the newcomer and more than none: places are free, and
 * whoever filled them all could otherwise put every validator out. `undefined` when there is nobody to be replaced.
 */
export function placeForNewcomer(
  { places, latestEpoch }: TakenPlaces,
  block: number,
  { maxNeurons, immunityBlocks, ownerUid }: PlaceRules,
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
