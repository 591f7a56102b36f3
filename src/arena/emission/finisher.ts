/** A racer and its result. */
export interface Finisher {
  readonly agentVersionId: string;
  readonly hotkey: string;
  /** `null` for a racer that did not finish; 0 counts as finished. */
  readonly raceScore: number | null;
}

/** Best first. Equal scores are ordered by id, the only other value that every validator sees. */
export function orderFinishers(racers: readonly Finisher[]): Finisher[] {
  const finishers = racers.filter(({ raceScore }) => raceScore !== null);
  return finishers.toSorted(
    (one, other) =>
      other.raceScore! - one.raceScore! ||
      (one.agentVersionId < other.agentVersionId ? -1 : one.agentVersionId > other.agentVersionId ? 1 : 0),
  );
}
