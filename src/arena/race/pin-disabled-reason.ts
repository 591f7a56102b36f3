/** Why a version cannot be chosen to race, in the words that others know. */
export type PinDisabledReason = 'discarded' | 'eliminated' | 'not_eligible' | 'below_threshold';

export interface PinnableVersion {
  readonly finalScore: number | null;
  readonly discarded: boolean;
  readonly eliminated: boolean;
  readonly cancelled: boolean;
}

/** `null` for one that may be pinned. The threshold is that of the moment; who races is decided when qualifying closes. */
export function pinDisabledReason(version: PinnableVersion, threshold: number): PinDisabledReason | null {
  if (version.discarded) return 'discarded';
  if (version.eliminated) return 'eliminated';
  if (version.cancelled || version.finalScore === null) return 'not_eligible';
  return version.finalScore < threshold ? 'below_threshold' : null;
}
