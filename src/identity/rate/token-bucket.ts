import { type Bucket, fullAt as fullBucketAt, type TokenRate, takeToken as take } from '../../net/token-bucket.ts';

export type { Bucket };

export interface RateLimit {
  /** Requests allowed at once after a pause. */
  readonly burst: number;
  readonly perMinute: number;
}

export type TokenTaken =
  | { readonly ok: true; readonly bucket: Bucket }
  | { readonly ok: false; readonly bucket: Bucket; readonly retryAfterSeconds: number };

/** Takes one token; `undefined` stands for an unused bucket. A refused request takes nothing. */
export function takeToken(bucket: Bucket | undefined, limit: RateLimit, now: number): TokenTaken {
  const { bucket: left, wait } = take(bucket, rateOf(limit), now);
  if (wait === 0) return { ok: true, bucket: left };
  return { ok: false, bucket: left, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) };
}

/** When the bucket equals an unused one again and need not be kept. */
export function fullAt(bucket: Bucket, limit: RateLimit): number {
  return fullBucketAt(bucket, rateOf(limit));
}

function rateOf({ burst, perMinute }: RateLimit): TokenRate {
  return { burst, tokens: perMinute, milliseconds: 60_000 };
}
