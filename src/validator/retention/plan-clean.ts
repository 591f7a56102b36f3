/** Evidence of one run, as far as cleaning is concerned. */
export interface EvidenceRun {
  readonly runId: string;
  /** When its last attempt ended, in milliseconds since 1970. */
  readonly endedAt: number;
  /** What deleting it, and every run that ended before it, would free. */
  readonly bytes: number;
  readonly attempts: readonly string[];
  /** It is not over, or the arena has not been told how it ended. */
  readonly isNeeded: boolean;
}

/** How much evidence is kept. Without a limit everything is. */
export interface Retention {
  readonly days?: number | undefined;
  readonly bytes?: number | undefined;
}

const DAY = 86_400_000;

/**
 * Runs to delete, the oldest first: those that ended too long ago, and as many of the oldest as make the rest small enough.
 * Runs that are still needed stay, whatever their age and size.
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
