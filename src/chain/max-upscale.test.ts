import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxUpscale } from './max-upscale.ts';
import { U16_MAX } from './weight-vector.ts';

const weights = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 });

describe('maxUpscale', () => {
  it.each([
    [
      [0.24, 0.76],
      [20_695, 65_535],
    ],
    [
      [1, 0],
      [65_535, 0],
    ],
    [
      [0.1, 0.2, 0.3, 0.4],
      [16_384, 32_768, 49_151, 65_535],
    ],
    [[5], [65_535]],
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
    [[], []],
    // Halves go to the even number: 0.5 and 1.5 units.
    [
      [131_070, 1, 3],
      [65_535, 0, 2],
    ],
  ])('of %j is %j', (given, expected) => {
    expect(maxUpscale(given)).toEqual(expected);
  });

  it('gives the largest 65535, keeps the order and moves no ratio by more than half a unit', () => {
    fc.assert(
      fc.property(weights, (given) => {
        const largest = Math.max(...given);
        const scaled = maxUpscale(given);
        if (largest === 0) {
          expect(new Set(scaled)).toEqual(new Set([0]));
          return;
        }
        expect(Math.max(...scaled)).toBe(U16_MAX);
        for (const [index, value] of scaled.entries()) {
          expect(Number.isInteger(value)).toBe(true);
          expect(Math.abs(value - (given[index]! / largest) * U16_MAX)).toBeLessThanOrEqual(0.5);
        }
      }),
    );
  });

  it('does not depend on the scale, as long as the scale is a power of two', () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: -20, max: 20 }), (given, power) => {
        const ordinary = given.map((weight) => (weight < 1e-100 ? 0 : weight));
        expect(maxUpscale(ordinary.map((weight) => weight * 2 ** power))).toEqual(maxUpscale(ordinary));
      }),
    );
  });

  it.each([[-1], [Number.NaN], [Number.POSITIVE_INFINITY]])('refuses %f', (weight) => {
    expect(() => maxUpscale([1, weight])).toThrow(RangeError);
  });
});
