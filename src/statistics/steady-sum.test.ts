import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { steadySum } from './steady-sum.ts';

describe('steadySum', () => {
  it('steadySum is exact and independent of order', () => {
    expect(steadySum([1e16, 1, -1e16])).toBe(1);
    expect(steadySum(Array.from({ length: 10 }, () => 0.1))).toBe(1);
    expect(steadySum([])).toBe(0);
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (values) => {
        expect(steadySum(values.toReversed())).toBe(steadySum(values));
      }),
    );
  });
});
