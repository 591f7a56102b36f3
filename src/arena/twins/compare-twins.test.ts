import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arenaPolicySchema } from '../arena-policy.ts';
import { markedShare } from '../testing/simulate-twins.ts';
import { compareTwins, type ProblemOutcome } from './compare-twins.ts';

const { twins: POLICY } = arenaPolicySchema.parse({});

function outcomes(isTwin: boolean, solved: readonly number[], runs = 3): ProblemOutcome[] {
  return solved.map((each) => ({ isTwin, difficultyClass: 'product easy', solved: each, runs }));
}
const times = (count: number, value: number): number[] => Array.from({ length: count }, () => value);

describe('compareTwins', () => {
  it('flags a version that solves every public problem and few twins', () => {
    const comparison = compareTwins(
      [...outcomes(false, times(30, 3)), ...outcomes(true, [...times(3, 3), ...times(7, 0)])],
      1,
      POLICY,
    );
    expect(comparison).toMatchObject({
      public_solved: 90,
      public_of: 90,
      twins_solved: 9,
      twins_of: 30,
      limit: 0.005,
      is_marked: true,
    });
    // All seven failures are among the ten twins: C(10, 7) / C(40, 7).
    expect(comparison!.probability).toBeCloseTo(120 / 18_643_560, 12);
  });

  it('does not flag a version that solves twins as well', () => {
    const comparison = compareTwins([...outcomes(false, times(30, 3)), ...outcomes(true, times(10, 3))], 1, POLICY);
    expect(comparison).toMatchObject({ probability: 1, is_marked: false });
  });

  it('attributes differences that classes explain to difficulty', () => {
    const easy = { difficultyClass: 'easy', solved: 1, runs: 1 };
    const hard = { difficultyClass: 'hard', solved: 0, runs: 1 };
    const all = [
      ...times(25, 0).map(() => ({ ...easy, isTwin: false })),
      ...times(5, 0).map(() => ({ ...hard, isTwin: false })),
      ...times(10, 0).map(() => ({ ...hard, isTwin: true })),
    ];
    expect(compareTwins(all, 1, POLICY)).toMatchObject({ probability: 1, is_marked: false });
  });

  it('the limit of the twin comparison falls with every look, so that all together stay below the permitted rate', () => {
    const both = [...outcomes(false, times(30, 3)), ...outcomes(true, times(10, 3))];
    const limits = Array.from({ length: 60 }, (_, look) => compareTwins(both, look + 1, POLICY)!.limit);
    expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(POLICY.falseAlarms);
    expect(limits.slice(0, 2)).toEqual([0.005, 0.01 / 6]);
  });

  it('the twin comparison leaves out problems that only some runs decided', () => {
    const all = [...outcomes(false, times(30, 3)), ...outcomes(true, times(9, 3)), ...outcomes(true, [0], 2)];
    expect(compareTwins(all, 1, POLICY)).toMatchObject({ twins_solved: 27, twins_of: 27 });
  });

  it('compares nothing without twins, public problems or runs', () => {
    expect(compareTwins([], 1, POLICY)).toBeNull();
    expect(compareTwins(outcomes(false, [1, 1]), 1, POLICY)).toBeNull();
    expect(compareTwins(outcomes(true, [1, 1]), 1, POLICY)).toBeNull();
    expect(compareTwins([...outcomes(false, [0], 0), ...outcomes(true, [0], 0)], 1, POLICY)).toBeNull();
  });

  it('solving one more twin never moves a version towards a flag', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(counts, counts, (shown, twins) => {
        const [worst, ...others] = twins.toSorted((left, right) => left - right);
        const before = compareTwins([...outcomes(false, shown), ...outcomes(true, twins)], 1, POLICY)!;
        const after = compareTwins(
          [...outcomes(false, shown), ...outcomes(true, [...others, Math.min(3, worst! + 1)])],
          1,
          POLICY,
        )!;
        expect(after.probability).toBeGreaterThanOrEqual(before.probability - 1e-12);
      }),
    );
  });
});

describe('twin comparison over many versions', () => {
  const VERSIONS = 1_500;
  // 1,500 versions at 0.005 are 7.5; twice the limit is 2.7 standard deviations above that.
  const MOST_FLAGGED = 0.01;

  it('flags fewer honest versions than the first look permits', () => {
    const honest = { skill: [0.9, 0.6, 0.3], memorised: 0, noise: 0.1 } as const;
    expect(markedShare(honest, 10, VERSIONS, 17)).toBeLessThanOrEqual(MOST_FLAGGED);
  });

  it.each([
    { skill: [0.5, 0.5, 0.5], memorised: 0, noise: 0 },
    { skill: [1, 0.5, 0], memorised: 0, noise: 0.3 },
    { skill: [0.2, 0.1, 0], memorised: 0, noise: 0 },
  ] as const)(
    'flags fewer versions of another honest kind than the first look permits: %o',
    { tags: 'slow' },
    (version) => {
      expect(markedShare(version, 10, VERSIONS, 17)).toBeLessThanOrEqual(MOST_FLAGGED);
    },
  );

  it('finds versions that have memorised all answers', () => {
    expect(markedShare({ skill: [0.5, 0.3, 0.1], memorised: 1, noise: 0 }, 10, 400, 5)).toBeGreaterThan(0.9);
    expect(markedShare({ skill: [0.7, 0.5, 0.3], memorised: 1, noise: 0 }, 10, 400, 5)).toBeGreaterThan(0.6);
  });
});
