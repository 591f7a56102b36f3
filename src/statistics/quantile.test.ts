import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mean, standardDeviation } from './mean.ts';
import { ascending, median, nearestQuantile, quantile } from './quantile.ts';

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('mean and standardDeviation', () => {
  it('mean and standard deviation divide by the number of values', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBe(2);
    expect(mean([])).toBeNaN();
    expect(standardDeviation([])).toBeNaN();
  });
});

describe('median', () => {
  it('the median is the middle value or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 2])).toBe(3.5);
    expect(median([])).toBeNaN();
  });

  it('the median has as many values above as below', () => {
    fc.assert(
      fc.property(values, (list) => {
        const middle = median(list);
        const below = list.filter((value) => value < middle).length;
        const above = list.filter((value) => value > middle).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(list.length / 2);
      }),
    );
  });
});

describe('quantile and nearestQuantile', () => {
  it('quantiles round the position down or to the nearest', () => {
    expect([quantile([1, 2, 3, 4], 0.5), nearestQuantile([1, 2, 3, 4], 0.5)]).toEqual([3, 3]);
    expect([quantile([1, 2, 3, 4], 0.25), nearestQuantile([1, 2, 3, 4], 0.25)]).toEqual([2, 2]);
    expect([quantile([1, 2, 3, 4], 0.4), nearestQuantile([1, 2, 3, 4], 0.4)]).toEqual([2, 2]);
    expect([quantile([1, 2, 3], 0.5), nearestQuantile([1, 2, 3], 0.5)]).toEqual([2, 2]);
    expect([quantile([1, 2, 3], 0.7), nearestQuantile([1, 2, 3], 0.7)]).toEqual([3, 2]);
  });

  it('a quantile is one of the values, rises with the share and ends at the extremes', () => {
    fc.assert(
      fc.property(values, share, share, (list, one, other) => {
        const sorted = ascending(list);
        for (const at of [quantile, nearestQuantile]) {
          const [low, high] = [at(sorted, Math.min(one, other))!, at(sorted, Math.max(one, other))!];
          expect(list).toContain(low);
          expect(low).toBeLessThanOrEqual(high);
          expect(at(sorted, 0)).toBe(sorted[0]);
          expect(at(sorted, 1)).toBe(sorted.at(-1));
        }
      }),
    );
  });

  it('quantiles of an empty list are undefined', () => {
    expect(quantile([], 0.5)).toBeUndefined();
    expect(nearestQuantile([], 0.5)).toBeUndefined();
  });
});
