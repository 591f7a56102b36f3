import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialAtLeast, binomialProbability } from './binomial.ts';
import { clopperPearson } from './clopper-pearson.ts';
import { holm } from './holm.ts';
import { normalBelow, normalQuantile } from './standard-normal.ts';
import { studentBelow, studentQuantile } from './student-t.ts';
import { wilsonInterval } from './wilson.ts';

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

describe('wilsonInterval', () => {
  it.each([
    [14, 75, 11.5, 28.9],
    [26, 75, 24.9, 45.9],
    [32, 75, 32.1, 53.9],
    [40, 75, 42.2, 64.2],
  ])('of %i in %i is %f to %f percent', (successes, tries, low, high) => {
    const interval = wilsonInterval(successes, tries);
    expect([rounded(100 * interval.low, 1), rounded(100 * interval.high, 1)]).toEqual([low, high]);
  });
});

describe('clopperPearson', () => {
  it.each([
    // As R's binom.test prints them.
    [8, 10, 0.4439045, 0.9747893],
    [5, 10, 0.187086, 0.812914],
    [0, 10, 0, 0.3084971],
    [10, 10, 0.6915029, 1],
    [1, 20, 0.0012651, 0.2487328],
  ])('of %i in %i is %f to %f', (successes, tries, low, high) => {
    const interval = clopperPearson(successes, tries);
    expect(interval.low).toBeCloseTo(low, 6);
    expect(interval.high).toBeCloseTo(high, 6);
  });

  it('says nothing without a try', () => {
    expect(clopperPearson(0, 0)).toEqual({ low: 0, high: 1 });
  });

  it('covers the truth at least as often as it says, whatever the truth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (tries, rate) => {
          let covered = 0;
          for (let successes = 0; successes <= tries; successes++) {
            const { low, high } = clopperPearson(successes, tries);
            if (low <= rate && rate <= high) covered += binomialProbability(successes, tries, rate);
          }
          expect(covered).toBeGreaterThan(0.95 - 1e-9);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('mirrors failures', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (tries, drawn) => {
        const successes = drawn % (tries + 1);
        const { low, high } = clopperPearson(successes, tries);
        const mirrored = clopperPearson(tries - successes, tries);
        expect(mirrored.low).toBeCloseTo(1 - high, 9);
        expect(mirrored.high).toBeCloseTo(1 - low, 9);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the distributions', () => {
  it('have the quantiles of the tables', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
    expect(normalQuantile(0.8)).toBeCloseTo(0.8416212335729143, 12);
    expect(normalBelow(-6)).toBeCloseTo(9.865876450376946e-10, 20);
    expect(studentQuantile(0.975, 10)).toBeCloseTo(2.2281388519649385, 9);
    expect(studentQuantile(0.975, 74)).toBeCloseTo(1.9925435, 6);
    expect(studentQuantile(0.975, 1)).toBeCloseTo(12.706204736, 6);
  });

  it('rise, and mirror', () => {
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

  it('add up', () => {
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

describe('holm', () => {
  it('is as in the textbook example', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005]).map((value) => rounded(value, 12))).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(holm([])).toEqual([]);
  });

  it('lies between the raw value and Bonferroni, keeps the order and changes nothing for one question', () => {
    const list = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(list, (raw) => {
        const corrected = holm(raw);
        for (const [place, value] of corrected.entries()) {
          expect(value).toBeGreaterThanOrEqual(raw[place]!);
          expect(value).toBeLessThanOrEqual(Math.min(1, raw[place]! * raw.length));
          for (const [other, another] of corrected.entries())
            if (raw[other]! < raw[place]!) expect(another).toBeLessThanOrEqual(value);
        }
        expect(holm([raw[0]!])).toEqual([raw[0]]);
      }),
    );
  });
});
