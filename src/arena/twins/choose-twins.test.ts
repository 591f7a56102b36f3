import { describe, expect, it } from 'vitest';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { calibrationClass } from './calibration-class.ts';
import { chooseTwins } from './choose-twins.ts';

const SUITE = sampleProblems(18);

function tally(problems: readonly Parameters<typeof calibrationClass>[0][]): Record<string, number> {
  return Object.fromEntries(Array.from(Map.groupBy(problems, calibrationClass), ([name, own]) => [name, own.length]));
}

describe('chooseTwins', () => {
  it('chosen twins have every class as often as the suite', () => {
    expect(tally(chooseTwins(SUITE, sampleProblems(90, 'free'), 18, 3))).toEqual(tally(SUITE));
    expect(chooseTwins(SUITE, sampleProblems(90, 'free'), 36, 3)).toHaveLength(36);
  });

  it('chooses the available twins, and none measured as harder or easier', () => {
    expect(chooseTwins(SUITE, [], 18, 3)).toEqual([]);
    const floors = { satisfying: 1, nearMisses: 0, searches: 1 };
    const suite = SUITE.map((problem) => ({ ...problem, measure: { ...floors, solvedBy: [], expert: true } }));
    const easier = sampleProblems(18, 'easier').map((problem) => ({
      ...problem,
      measure: { ...floors, solvedBy: ['echo'] as const, expert: true },
    }));
    const alike = sampleProblems(4, 'alike').map((problem) => ({
      ...problem,
      measure: { ...floors, solvedBy: [], expert: true },
    }));
    expect(chooseTwins(suite, [...easier, ...alike], 18, 3).map(({ id }) => id)).toEqual(
      expect.arrayContaining(alike.map(({ id }) => id)),
    );
    expect(chooseTwins(suite, [...easier, ...alike], 18, 3)).toHaveLength(4);
  });
});
