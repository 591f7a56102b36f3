/** Allows bursts of `burst` requests and, over time, `tokens` requests per `milliseconds`. */
export interface TokenRate {
  readonly burst: number;
  readonly tokens: number;
  readonly milliseconds: number;
}

/** Remaining tokens at a point in time. */
export interface Bucket {
  readonly tokens: number;
  /** Milliseconds on any clock; a clock that goes back adds no tokens. */
  readonly at: number;
}

export interface TokenTaken {
  readonly bucket: Bucket;
  /** 0 if the request may pass, otherwise the milliseconds until one may. */
  readonly wait: number;
}

/** Takes one token; `undefined` stands for an unused bucket. A refused request takes nothing. */
export function takeToken(
  bucket: Bucket | undefined,
  { burst, tokens: refill, milliseconds }: TokenRate,
  now: number,
): TokenTaken {
  const elapsed = Math.max(0, now - (bucket?.at ?? now));
  const tokens = Math.min(burst, (bucket?.tokens ?? burst) + (elapsed * refill) / milliseconds);
  const at = Math.max(now, bucket?.at ?? now);
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, at }, wait: 0 };
  return { bucket: { tokens, at }, wait: ((1 - tokens) * milliseconds) / refill };
}

/** When the bucket will be full again, and so equal to an unused one. */
export function fullAt({ tokens, at }: Bucket, { burst, tokens: refill, milliseconds }: TokenRate): number {
  return at + ((burst - tokens) * milliseconds) / refill;
}

/** A bucket with its own clock. */
export class TokenBucket {
  readonly #rate: TokenRate;
  readonly #now: () => number;
  #bucket: Bucket | undefined;

  constructor(perSecond: number, burst: number, now: () => number) {
    this.#rate = { burst, tokens: perSecond, milliseconds: 1000 };
    this.#now = now;
  }

  /** 0 if the request may pass, otherwise the milliseconds until one may. */
  take(): number {
    const { bucket, wait } = takeToken(this.#bucket, this.#rate, this.#now());
    this.#bucket = bucket;
    return wait;
  }
}
