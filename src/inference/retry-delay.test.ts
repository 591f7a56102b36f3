import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryAfter, retryDelay } from './retry-delay.ts';

const POLICY = { firstDelayMilliseconds: 500, longestDelayMilliseconds: 20_000 };

describe('retryDelay', () => {
  it('doubles, is spread by chance and stays within bounds', () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), chance, (tries, random) => {
        const delay = retryDelay(tries, POLICY, null, () => random)!;
        const longest = Math.min(20_000, 500 * 2 ** (tries - 1));
        expect(delay).toBeGreaterThanOrEqual(longest / 2);
        expect(delay).toBeLessThanOrEqual(longest);
      }),
    );
  });

  it('does what the provider asks, or nothing', () => {
    expect(retryDelay(1, POLICY, 7_000)).toBe(7_000);
    expect(retryDelay(1, POLICY, 20_001)).toBeNull();
  });
});

describe('retryAfter', () => {
  const now = new Date('2026-05-04T10:00:00Z');
  it.each([
    [null, null],
    ['', null],
    ['soon', null],
    ['0', 0],
    ['7', 7_000],
    ['1.5', 1_500],
    ['Mon, 04 May 2026 10:00:30 GMT', 30_000],
    ['Mon, 04 May 2026 09:00:00 GMT', 0],
  ])('reads %j as %j', (header, milliseconds) => {
    expect(retryAfter(header, now)).toBe(milliseconds);
  });
});
