export type VersionState = 'RECEIVED' | 'QUEUED' | 'RUNNING' | 'ELIGIBLE' | 'DISCARDED' | 'CANCELLED';

/** What decides where a version stands on one suite. */
export interface VersionStanding {
  readonly cancelled_at: number | null;
  readonly discarded_at: number | null;
  readonly final_score: number | null;
  /** Of its newest qualifying work item; `null` when it never had one. */
  readonly item: {
    readonly closed_at: number | null;
    readonly active_count: number;
    readonly success_count: number;
  } | null;
}

/**
 * In the six words that clients know. An evaluation that ended without a score, whatever the reason, has no word of its
 * own: it is `CANCELLED`, and its queue place gives the reason.
 */
export function versionState({ cancelled_at, discarded_at, final_score, item }: VersionStanding): VersionState {
  if (cancelled_at !== null) return 'CANCELLED';
  if (discarded_at !== null) return 'DISCARDED';
  if (final_score !== null) return 'ELIGIBLE';
  if (item === null) return 'RECEIVED';
  if (item.closed_at !== null) return 'CANCELLED';
  return item.active_count + item.success_count > 0 ? 'RUNNING' : 'QUEUED';
}
