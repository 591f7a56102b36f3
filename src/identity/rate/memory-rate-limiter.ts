import type { RateCheck, RatePolicy } from './rate-policy.ts';
import { type Bucket, fullAt, takeToken } from './token-bucket.ts';

const DEFAULT_CAPACITY = 100_000;

export type RateAnswer = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number };

/** Counts requests in this process. A request refused by one rule is counted by none. */
export class MemoryRateLimiter {
  readonly #policy: RatePolicy;
  readonly #capacity: number;
  /** Least recently used first. */
  readonly #buckets = new Map<string, Bucket & { readonly fullAt: number }>();

  constructor(policy: RatePolicy, capacity = DEFAULT_CAPACITY) {
    this.#policy = policy;
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** `now` in milliseconds. */
  take(checks: readonly RateCheck[], now: number): RateAnswer {
    const taken = checks.map(({ rule, key }) => {
      const name = `${rule} ${key}`;
      return { name, limit: this.#policy[rule], result: takeToken(this.#buckets.get(name), this.#policy[rule], now) };
    });
    const waits = taken.map(({ result }) => (result.ok ? 0 : result.retryAfterSeconds));
    const retryAfterSeconds = Math.max(0, ...waits);
    if (retryAfterSeconds > 0) return { ok: false, retryAfterSeconds };
    for (const { name, limit, result } of taken) {
      this.#buckets.delete(name);
      this.#buckets.set(name, { ...result.bucket, fullAt: fullAt(result.bucket, limit) });
    }
    this.#forget(now);
    return { ok: true };
  }

  /**
   * Deletes full buckets, which hold no information. Beyond the capacity it also deletes the least recently used ones:
   * bounded memory matters more than an exact count.
   */
  #forget(now: number): void {
    for (const [name, bucket] of this.#buckets) {
      if (bucket.fullAt > now && this.#buckets.size <= this.#capacity) return;
      this.#buckets.delete(name);
    }
  }
}
