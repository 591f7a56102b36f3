import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../random/random.ts';
import { signFlipProbability } from './sign-flip.ts';

/** Brute force over all sign patterns. */
function byEnumeration(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, each) => sum + each, 0));
  let extreme = 0;
  for (let pattern = 0; pattern < 2 ** differences.length; pattern++) {
    const sum = differences.reduce((total, each, index) => total + ((pattern >> index) & 1 ? each : -each), 0);
    if (Math.abs(sum) >= observed) extreme++;
  }
  return extreme / 2 ** differences.length;
}

describe('signFlipProbability', () => {
  it.each([
    ['nothing', [], 1],
    ['no difference', [0, 0, 0], 1],
    ['one problem', [1], 1],
    ['five of five', [1, 1, 1, 1, 1], 0.0625],
    // McNemar, exact: 2 * (C(10,0) + C(10,1)) / 2^10.
    ['nine to one', [1, 1, 1, 1, 1, 1, 1, 1, 1, -1, 0, 0], 22 / 1024],
    ['as many either way', [1, 1, -1, -1], 1],
  ])('computes the sign-flip probability of %s', (_, differences, probability) => {
    expect(signFlipProbability(differences)).toBeCloseTo(probability, 12);
  });

  it('the sign-flip probability equals full enumeration, for graded scores too, in both directions', () => {
    const step = fc.integer({ min: -10_000, max: 10_000 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
        const probability = signFlipProbability(steps.map((each) => each / 10_000));
        expect(probability).toBeCloseTo(byEnumeration(steps), 10);
        expect(signFlipProbability(steps.map((each) => -each / 10_000))).toBe(probability);
      }),
      { numRuns: 60 },
    );
  });

  it('the sign-flip test keeps ties between sums of any shares', () => {
    const shares = fc.tuple(
      fc.integer({ min: 1, max: 13 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 13 }),
    );
    // Every share of up to 13 samples is a multiple of 1 / UNIT.
    const UNIT = 360_360;
    fc.assert(
      fc.property(fc.array(shares, { maxLength: 9 }), (drawn) => {
        const differences = drawn.map(([of, one, other]) => Math.min(one, of) / of - Math.min(other, of) / of);
        const whole = drawn.map(([of, one, other]) => ((Math.min(one, of) - Math.min(other, of)) * UNIT) / of);
        expect(signFlipProbability(differences)).toBeCloseTo(byEnumeration(whole), 10);
      }),
      { numRuns: 100 },
    );
  });

  it('the sign-flip probability is never too low when differences are not on a grid', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 10 }),
        (differences) => {
          const exact = byEnumeration(differences);
          expect(signFlipProbability(differences)).toBeGreaterThanOrEqual(exact - 1e-12);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('the sign-flip test handles ninety problems of three runs each', () => {
    const random = new Random(3);
    const differences = Array.from({ length: 90 }, () => (random.integer(4) - random.integer(4)) / 3);
    const probability = signFlipProbability(differences);
    expect(probability).toBeGreaterThan(0);
    expect(probability).toBeLessThanOrEqual(1);
  });
});
