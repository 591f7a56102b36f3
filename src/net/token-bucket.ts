/** Allows `burst` requests at once and `tokens` in every `milliseconds` in the long run. */
export interface TokenRate {
  readonly burst: number;
  readonly tokens: number;
  readonly milliseconds: number;
}

/** What is left of an allowance, and since when. */
export interface Bucket {
  readonly tokens: number;
  /** Milliseconds on any clock; a clock that goes back brings no tokens. */
  readonly at: number;
}

export interface TokenTaken {
  readonly bucket: Bucket;
  /** 0 when the request may pass, else the milliseconds until one may. */
  readonly wait: number;
}

/** Takes one token; `undefined` is an unused bucket. A refused request takes nothing. */
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

/** The time from which on the bucket is full, which is the same as unused. */
export function fullAt({ tokens, at }: Bucket, { burst, tokens: refill, milliseconds }: TokenRate): number {
  return at + ((burst - tokens) * milliseconds) / refill;
}

/** One bucket with its clock. */
export class TokenBucket {
  readonly #rate: TokenRate;
  readonly #now: () => number;
  #bucket: Bucket | undefined;

  constructor(perSecond: number, burst: number, now: () => number) {
    this.#rate = { burst, tokens: perSecond, milliseconds: 1000 };
    this.#now = now;
  }

  /** 0 when the request may pass, else the milliseconds until one may. */
  take(): number {
    const { bucket, wait } = takeToken(this.#bucket, this.#rate, this.#now());
    this.#bucket = bucket;
    return wait;
  }
}
