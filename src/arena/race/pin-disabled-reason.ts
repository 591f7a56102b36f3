/** Why a version cannot be pinned, as named in the API. */
export type PinDisabledReason = 'discarded' | 'eliminated' | 'not_eligible' | 'below_threshold';

export interface PinnableVersion {
  readonly finalScore: number | null;
  readonly discarded: boolean;
  readonly eliminated: boolean;
  readonly cancelled: boolean;
}

/** `null` if the version may be pinned. Uses the current threshold; who races is decided when qualifying closes. */
export function pinDisabledReason(version: PinnableVersion, threshold: number): PinDisabledReason | null {
  if (version.discarded) return 'discarded';
  if (version.eliminated) return 'eliminated';
  if (version.cancelled || version.finalScore === null) return 'not_eligible';
  return version.finalScore < threshold ? 'below_threshold' : null;
}
