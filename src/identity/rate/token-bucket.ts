import { type Bucket, fullAt as fullBucketAt, type TokenRate, takeToken as take } from '../../net/token-bucket.ts';

export type { Bucket };

export interface RateLimit {
  /** As many at once, after a pause. */
  readonly burst: number;
  readonly perMinute: number;
}

export type TokenTaken =
  | { readonly ok: true; readonly bucket: Bucket }
  | { readonly ok: false; readonly bucket: Bucket; readonly retryAfterSeconds: number };

/** Takes one request from a bucket; `undefined` is an unused one. A refused request costs nothing. */
export function takeToken(bucket: Bucket | undefined, limit: RateLimit, now: number): TokenTaken {
  const { bucket: left, wait } = take(bucket, rateOf(limit), now);
  if (wait === 0) return { ok: true, bucket: left };
  return { ok: false, bucket: left, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) };
}

/** From then on it equals an unused one and need not be kept. */
export function fullAt(bucket: Bucket, limit: RateLimit): number {
  return fullBucketAt(bucket, rateOf(limit));
}

function rateOf({ burst, perMinute }: RateLimit): TokenRate {
  return { burst, tokens: perMinute, milliseconds: 60_000 };
}
