import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

describe('TokenBucket', () => {
  it('TokenBucket allows the burst, then one call per share of a second', () => {
    let now = 0;
    const bucket = new TokenBucket(10, 3, () => now);
    expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0, 100]);
    now = 60;
    expect(bucket.take()).toBeCloseTo(40);
    now = 100.001;
    expect(bucket.take()).toBe(0);
    now = 1e9;
    expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0]);
    expect(bucket.take()).toBeGreaterThan(0);
  });

  it('TokenBucket never exceeds burst and rate, and says how long to wait', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 }), (pauses) => {
        let now = 0;
        let passed = 0;
        const bucket = new TokenBucket(30, 50, () => now);
        for (const pause of pauses) {
          now += pause;
          const wait = bucket.take();
          if (wait === 0) passed++;
          else {
            now += wait + 0.001;
            expect(bucket.take()).toBe(0);
            passed++;
          }
          expect(passed).toBeLessThanOrEqual(50 + (now * 30) / 1000 + 1e-6);
        }
      }),
    );
  });
});
