/** A racer with a result. */
export interface Finisher {
  readonly agentVersionId: string;
  readonly hotkey: string;
  /** `null` for those who did not finish; 0 counts as finished. */
  readonly raceScore: number | null;
}

/** Best first; equal scores by id, since an id is all that every validator can see. */
export function orderFinishers(racers: readonly Finisher[]): Finisher[] {
  const finishers = racers.filter(({ raceScore }) => raceScore !== null);
  return finishers.toSorted(
    (one, other) =>
      other.raceScore! - one.raceScore! ||
      (one.agentVersionId < other.agentVersionId ? -1 : one.agentVersionId > other.agentVersionId ? 1 : 0),
  );
}
