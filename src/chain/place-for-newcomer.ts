import type { LocalLedger } from './local-ledger.ts';
import type { Epoch } from './yuma/run-epoch.ts';

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

/**
 * The uid a newcomer gets: the next free one, or in a full subnet the place of whoever has least stake, among equals
 * least incentive in the newest epoch, then the longest stay. Contestants have no stake, so among them the least
 * successful leaves. `undefined` while everybody else came too lately to be replaced.
 */
export function placeForNewcomer(
  { places, latestEpoch }: TakenPlaces,
  block: number,
  { maxNeurons, immunityBlocks, ownerUid }: PlaceRules,
): number | undefined {
  if (places.length < maxNeurons) return places.length;
  const incentive = (uid: number): number => latestEpoch?.incentive[uid] ?? 0;
  const [first] = places
    .filter(({ uid, registeredAt }) => uid !== ownerUid && registeredAt + immunityBlocks <= block)
    .toSorted(
      (one, other) =>
        Number(one.stake > other.stake) - Number(one.stake < other.stake) ||
        incentive(one.uid) - incentive(other.uid) ||
        one.registeredAt - other.registeredAt ||
        one.uid - other.uid,
    );
  return first?.uid;
}
