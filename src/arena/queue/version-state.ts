export type VersionState = 'RECEIVED' | 'QUEUED' | 'RUNNING' | 'ELIGIBLE' | 'DISCARDED' | 'CANCELLED';

/** What determines the state of a version on one suite. */
export interface VersionStanding {
  readonly cancelled_at: number | null;
  readonly discarded_at: number | null;
  readonly final_score: number | null;
  /** Its newest qualifying work item; `null` if it never had one. */
  readonly item: {
    readonly closed_at: number | null;
    readonly active_count: number;
    readonly success_count: number;
  } | null;
}

/**
 * One of the six states that clients know. An evaluation that ended without a score, for any reason, has no state of
 * its own: it is `CANCELLED`, and its queue position gives the reason.
 */
export function versionState({ cancelled_at, discarded_at, final_score, item }: VersionStanding): VersionState {
  if (cancelled_at !== null) return 'CANCELLED';
  if (discarded_at !== null) return 'DISCARDED';
  if (final_score !== null) return 'ELIGIBLE';
  if (item === null) return 'RECEIVED';
  if (item.closed_at !== null) return 'CANCELLED';
  return item.active_count + item.success_count > 0 ? 'RUNNING' : 'QUEUED';
}
