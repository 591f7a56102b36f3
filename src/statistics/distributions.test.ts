import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialAtLeast, binomialProbability } from './distributions/binomial.ts';
import { normalBelow, normalQuantile } from './distributions/standard-normal.ts';
import { studentBelow, studentQuantile } from './distributions/student-t.ts';

describe('distributions', () => {
  it('quantiles of the distributions match the tables', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
    expect(normalQuantile(0.8)).toBeCloseTo(0.8416212335729143, 12);
    expect(normalBelow(-6)).toBeCloseTo(9.865876450376946e-10, 20);
    expect(studentQuantile(0.975, 10)).toBeCloseTo(2.2281388519649385, 9);
    expect(studentQuantile(0.975, 74)).toBeCloseTo(1.9925435, 6);
    expect(studentQuantile(0.975, 1)).toBeCloseTo(12.706204736, 6);
  });

  it('distribution functions are monotonic and symmetric', () => {
    const number = fc.double({ min: -30, max: 30, noNaN: true });
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 500 }), (one, other, degrees) => {
        const [left, right] = [Math.min(one, other), Math.max(one, other)];
        expect(normalBelow(left)).toBeLessThanOrEqual(normalBelow(right));
        expect(studentBelow(left, degrees)).toBeLessThanOrEqual(studentBelow(right, degrees) + 1e-15);
        expect(normalBelow(one) + normalBelow(-one)).toBeCloseTo(1, 12);
        expect(studentBelow(one, degrees) + studentBelow(-one, degrees)).toBeCloseTo(1, 12);
      }),
    );
  });

  it('distribution probabilities sum to one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(),
        (tries, rate, drawn) => {
          const from = drawn % (tries + 1);
          let sum = 0;
          for (let successes = tries; successes >= from; successes--)
            sum += binomialProbability(successes, tries, rate);
          expect(binomialAtLeast(from, tries, rate)).toBeCloseTo(sum, 9);
        },
      ),
      { numRuns: 60 },
    );
  });
});
