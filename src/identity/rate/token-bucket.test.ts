import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bucket, fullAt, takeToken } from './token-bucket.ts';

const TEN = { burst: 10, perMinute: 10 };

function spend(limit: typeof TEN, times: readonly number[]): number[] {
  let bucket: Bucket | undefined;
  return times.filter((now) => {
    const taken = takeToken(bucket, limit, now);
    bucket = taken.bucket;
    return taken.ok;
  });
}

describe('a token bucket', () => {
  it('a token bucket allows its burst at once and then refills over time', () => {
    expect(spend(TEN, Array(15).fill(0))).toHaveLength(10);
    expect(spend(TEN, [...Array(15).fill(0), 5_999, 6_000, 6_001, 12_000])).toEqual([
      ...Array(10).fill(0),
      6_000,
      12_000,
    ]);
    expect(spend(TEN, [...Array(15).fill(0), ...Array(15).fill(3_600_000)])).toHaveLength(20);
  });

  it('a token bucket says after how many seconds to retry, and then allows it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), fc.integer({ min: 0, max: 120_000 }), (perMinute, later) => {
        const limit = { burst: 1, perMinute };
        const { bucket } = takeToken(undefined, limit, 0);
        const next = takeToken(bucket, limit, later);
        if (next.ok) return;
        expect(next.retryAfterSeconds).toBeGreaterThanOrEqual(1);
        expect(takeToken(next.bucket, limit, later + next.retryAfterSeconds * 1000).ok).toBe(true);
      }),
    );
  });

  it('a token bucket never exceeds burst and rate over any time, whatever the clock does', () => {
    const times = fc.array(fc.integer({ min: 0, max: 300_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(times, (requestTimes) => {
        const granted = spend(TEN, requestTimes);
        const span = Math.max(0, ...requestTimes) - Math.min(...requestTimes, 300_000);
        expect(granted.length).toBeLessThanOrEqual(10 + (Math.max(0, span) * 10) / 60_000 + 1e-6);
      }),
    );
  });

  it('a refilled token bucket equals a new one', () => {
    const { bucket } = takeToken(undefined, TEN, 1_000);
    expect(fullAt(bucket, TEN)).toBe(7_000);
    expect(takeToken(bucket, TEN, 7_000).bucket).toEqual(takeToken(undefined, TEN, 7_000).bucket);
  });
});
