/** Evidence of one run, as needed for cleaning. */
export interface EvidenceRun {
  readonly runId: string;
  /** When its last attempt ended, in milliseconds since 1970. */
  readonly endedAt: number;
  /** Bytes that deleting it would free, if every older run is deleted too. */
  readonly bytes: number;
  readonly attempts: readonly string[];
  /** The run has not ended, or its result has not been delivered to the arena. */
  readonly isNeeded: boolean;
}

/** How much evidence to keep. Without a limit, all of it. */
export interface Retention {
  readonly days?: number | undefined;
  readonly bytes?: number | undefined;
}

const DAY = 86_400_000;

/**
 * Runs to delete, oldest first: those that ended too long ago, and then the oldest ones until the rest is small enough.
 * Runs that are still needed are kept, regardless of age and size.
 */
export function planClean(
  runs: readonly EvidenceRun[],
  { days, bytes }: Retention,
  now: number,
): readonly EvidenceRun[] {
  const oldest = runs.toSorted((one, other) => one.endedAt - other.endedAt || (one.runId < other.runId ? -1 : 1));
  let kept = oldest.reduce((sum, run) => sum + run.bytes, 0);
  return oldest.filter((run) => {
    const isOld = days !== undefined && now - run.endedAt > days * DAY;
    const isTooMuch = bytes !== undefined && kept > bytes;
    if (run.isNeeded || !(isOld || isTooMuch)) return false;
    kept -= run.bytes;
    return true;
  });
}
