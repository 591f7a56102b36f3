import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BACKOFF, pauseAfter, spread } from './backoff.ts';

describe('delays between retries', () => {
  it('retry delays double from five seconds to five minutes', () => {
    const middle = () => 0.5;
    const pauses = Array.from({ length: 9 }, (_, index) => pauseAfter(index + 1, DEFAULT_BACKOFF, middle) / 1_000);
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  it('jitter changes a retry delay by at most a fifth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (pause, chance) => {
          const spreadOut = spread(pause, () => chance);
          expect(spreadOut).toBeGreaterThanOrEqual(pause * 0.799);
          expect(spreadOut).toBeLessThanOrEqual(pause * 1.201);
        },
      ),
    );
  });
});
