import { backoffDelay } from '../net/backoff.ts';

export { retryAfterMilliseconds as retryAfter } from '../net/retry-after.ts';

export interface RetryPolicy {
  readonly firstDelayMilliseconds: number;
  readonly longestDelayMilliseconds: number;
}

/**
 * How long to wait before trying again, after `tries` tries. Pauses double and are spread by chance, so that calls
 * that failed together do not come back together. A provider that names a longer pause than we are willing to make
 * gets no second call: `null`.
 */
export function retryDelay(
  tries: number,
  { firstDelayMilliseconds: first, longestDelayMilliseconds: longest }: RetryPolicy,
  asked: number | null,
  random: () => number = Math.random,
): number | null {
  if (asked !== null) return asked <= longest ? asked : null;
  return backoffDelay(tries, { first, longest, jitter: [0.5, 1] }, random);
}
