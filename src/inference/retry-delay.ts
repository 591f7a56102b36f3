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
  policy: RetryPolicy,
  asked: number | null,
  random: () => number = Math.random,
): number | null {
  if (asked !== null) return asked <= policy.longestDelayMilliseconds ? asked : null;
  const longest = Math.min(policy.longestDelayMilliseconds, policy.firstDelayMilliseconds * 2 ** (tries - 1));
  return longest * (0.5 + random() / 2);
}

/** The milliseconds a `Retry-After` header asks for, in seconds or as a date; `null` without a readable one. */
export function retryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const value = header.trim();
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
