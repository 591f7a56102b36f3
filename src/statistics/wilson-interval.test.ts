import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilsonInterval } from './wilson-interval.ts';

describe('wilsonInterval', () => {
  it.each([
    // As published for the 75-problem set and its parts.
    [32, 75, 32.1, 53.9],
    [29, 75, 28.5, 50.0],
    [48, 75, 52.7, 73.9],
    [58, 75, 66.7, 85.3],
    [40, 75, 42.2, 64.2],
    [19, 28, 49.3, 82.1],
    [7, 24, 14.9, 49.2],
    [6, 23, 12.5, 46.5],
    // Computed with this code and pinned.
    [14, 75, 11.5, 28.9],
    [24, 75, 22.5, 43.2],
    [26, 75, 24.9, 45.9],
  ])('the Wilson interval of %i in %i is %f to %f percent', (successes, tries, low, high) => {
    const interval = wilsonInterval(successes, tries);
    expect([interval.low, interval.high].map((bound) => Number((bound * 100).toFixed(1)))).toEqual([low, high]);
  });

  it('the Wilson interval without trials is undefined', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it('the Wilson interval contains the rate, stays within 0 and 1, and is symmetric in failures', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, share) => {
        const successes = Math.round(share * tries);
        const { low, high } = wilsonInterval(successes, tries);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(successes / tries);
        expect(high).toBeGreaterThanOrEqual(successes / tries);
        const mirrored = wilsonInterval(tries - successes, tries);
        expect(mirrored.low).toBeCloseTo(1 - high, 12);
        expect(mirrored.high).toBeCloseTo(1 - low, 12);
      }),
    );
  });
});
