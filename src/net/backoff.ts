/** Exponential backoff: delays in milliseconds that double from the first to the longest. */
export interface Backoff {
  readonly first: number;
  /** Without it, delays grow without limit. */
  readonly longest?: number;
  /** Each delay is multiplied by a random factor between these two; without them delays are exact. */
  readonly jitter?: readonly [lowest: number, highest: number];
}

/** The delay after `failures` failures in a row, 1 for the first. */
export function backoffDelay(
  failures: number,
  { first, longest = Number.POSITIVE_INFINITY, jitter }: Backoff,
  random: () => number = Math.random,
): number {
  const delay = Math.min(longest, first * 2 ** (failures - 1));
  return jitter === undefined ? delay : withJitter(delay, jitter, random);
}

/** Applies random jitter to a delay, so that clients that failed together do not retry together. */
export function withJitter(
  milliseconds: number,
  [lowest, highest]: readonly [lowest: number, highest: number],
  random: () => number = Math.random,
): number {
  return milliseconds * (lowest + (highest - lowest) * random());
}
