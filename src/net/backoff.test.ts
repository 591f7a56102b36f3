import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffDelay, withJitter } from './backoff.ts';

const failures = [1, 2, 3, 4, 5];

describe('backoffDelay', () => {
  it('the backoff delay doubles from the first delay to the longest', () => {
    expect(failures.map((count) => backoffDelay(count, { first: 5, longest: 40 }))).toEqual([5, 10, 20, 40, 40]);
  });

  it('the backoff delay doubles without end when there is no longest delay', () => {
    expect(failures.map((count) => backoffDelay(count, { first: 500 }))).toEqual([500, 1_000, 2_000, 4_000, 8_000]);
    expect(backoffDelay(10_000, { first: 1, longest: 300 })).toBe(300);
  });

  it('applies the jitter after the longest delay', () => {
    const backoff = { first: 5, longest: 40, jitter: [0.5, 1.5] } as const;
    expect(backoffDelay(9, backoff, () => 0)).toBe(20);
    expect(backoffDelay(9, backoff, () => 0.5)).toBe(40);
  });
});

describe('withJitter', () => {
  it('a jittered delay stays between its two factors', () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const factor = fc.double({ min: 0, max: 2, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), factor, factor, chance, (delay, one, other, random) => {
        const [lowest, highest] = [Math.min(one, other), Math.max(one, other)];
        const spread = withJitter(delay, [lowest, highest], () => random);
        expect(spread).toBeGreaterThanOrEqual(delay * lowest);
        expect(spread).toBeLessThanOrEqual(delay * highest + 1e-9);
      }),
    );
  });
});
