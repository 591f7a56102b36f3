export interface RateLimit {
  /** As many at once, after a pause. */
  readonly burst: number;
  readonly perMinute: number;
}

/** What is left of an allowance, and since when. */
export interface Bucket {
  readonly tokens: number;
  /** Milliseconds on any clock that does not go back. */
  readonly at: number;
}

export type TokenTaken =
  | { readonly ok: true; readonly bucket: Bucket }
  | { readonly ok: false; readonly bucket: Bucket; readonly retryAfterSeconds: number };

const MINUTE = 60_000;

/** One request's worth from a bucket; `undefined` is one that nobody has used. What is refused costs nothing. */
export function takeToken(bucket: Bucket | undefined, { burst, perMinute }: RateLimit, now: number): TokenTaken {
  const elapsed = Math.max(0, now - (bucket?.at ?? now));
  const tokens = Math.min(burst, (bucket?.tokens ?? burst) + (elapsed * perMinute) / MINUTE);
  const at = Math.max(now, bucket?.at ?? now);
  if (tokens >= 1) return { ok: true, bucket: { tokens: tokens - 1, at } };
  const wait = ((1 - tokens) * MINUTE) / perMinute;
  return { ok: false, bucket: { tokens, at }, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) };
}

/** From then on it is like one that nobody has used, and need not be kept. */
export function fullAt(bucket: Bucket, { burst, perMinute }: RateLimit): number {
  return bucket.at + ((burst - bucket.tokens) * MINUTE) / perMinute;
}
