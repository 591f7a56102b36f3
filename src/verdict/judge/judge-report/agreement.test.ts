import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUALITIES, type Quality } from '../../verdict.ts';
import { agreementOf, type GradePair } from './agreement.ts';

function pairs(left: readonly (Quality | null)[], right: readonly (Quality | null)[]): GradePair[] {
  return left.map((each, place) => ({ problem: `p-${place % 7}`, left: each, right: right[place] ?? null }));
}

function repeat(times: number, left: Quality, right: Quality): GradePair[] {
  return Array.from({ length: times }, (_, place) => ({ problem: `p-${place}`, left, right }));
}

describe('agreement', () => {
  it('agreement gives the textbook kappa', () => {
    // 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: observed agreement 0.7, chance agreement 0.5.
    const { kappa, exact } = agreementOf([
      ...repeat(20, 0.9, 0.9),
      ...repeat(5, 0.9, 0.1),
      ...repeat(10, 0.1, 0.9),
      ...repeat(15, 0.1, 0.1),
    ]);
    expect(exact).toMatchObject({ count: 35, rate: 0.7 });
    expect(kappa!.value).toBeCloseTo(0.4, 12);
    expect(kappa!.interval.low).toBeLessThan(0.4);
    expect(kappa!.interval.high).toBeGreaterThan(0.4);
  });

  it('agreement counts adjacent grades as near', () => {
    const { exact, within_one_step } = agreementOf(pairs([0.1, 0.3, 0.9], [0.3, 0.3, 0.5]));
    expect([exact.count, within_one_step.count]).toEqual([1, 2]);
  });

  it('agreement leaves out what one judge could not grade, and says so', () => {
    expect(agreementOf(pairs([0.1, null, 0.9], [0.1, 0.3, null]))).toMatchObject({ attempts: 1, ungraded: 2 });
  });

  it('there is no kappa when grades could not differ', () => {
    expect(agreementOf(repeat(5, 0.9, 0.9)).kappa).toBeNull();
    expect(agreementOf([])).toMatchObject({ attempts: 0, kappa: null });
  });

  it('agreement is symmetric and repeatable', () => {
    const grade = fc.constantFrom(...QUALITIES);
    fc.assert(
      fc.property(fc.array(fc.tuple(grade, grade), { minLength: 2, maxLength: 12 }), (grades) => {
        const [left, right] = [grades.map(([one]) => one), grades.map(([, other]) => other)];
        const one = agreementOf(pairs(left, right));
        expect(agreementOf(pairs(left, right))).toEqual(one);
        expect(agreementOf(pairs(right, left)).kappa?.value).toEqual(one.kappa?.value);
        if (one.kappa !== null) expect(one.kappa.value).toBeLessThanOrEqual(1);
      }),
      { numRuns: 20 },
    );
  });
});
