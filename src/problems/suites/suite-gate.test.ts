import { describe, expect, it } from 'vitest';
import type { Floor, Problem } from '../problem.ts';
import { assertMeasured, assertSuiteGate, floorShares } from './suite-gate.ts';

function problems(count: number, solvedBy?: (place: number) => readonly Floor[]): Problem[] {
  return Array.from({ length: count }, (_, place) => ({
    id: `p${place}`,
    category: 'product',
    query: 'a lamp',
    difficulty: 'easy',
    targets: [],
    ...(solvedBy && { measure: { satisfying: 1, nearMisses: 0, searches: 1, solvedBy: solvedBy(place) } }),
  }));
}

describe('assertSuiteGate', () => {
  it('the suite gate allows each policy up to its limit', () => {
    expect(() => assertSuiteGate(problems(20, (place) => (place < 2 ? ['echo', 'top1'] : [])))).not.toThrow();
    expect(() => assertSuiteGate(problems(20, (place) => (place < 7 ? ['script'] : [])))).not.toThrow();
  });

  it.each([
    ['echo', 3],
    ['top1', 6],
    ['script', 8],
  ] as const)('the suite gate rejects a suite of which %s solves %i of 20, and names the problems', (floor, solved) => {
    const easy = problems(20, (place) => (place < solved ? [floor] : []));
    expect(() => assertSuiteGate(easy)).toThrow(`"${floor}", which has no model, solves ${solved} of 20`);
  });

  it('the suite gate accepts problems without measurements and does not count them', () => {
    expect(() => assertSuiteGate(problems(5))).not.toThrow();
    const mixed = [...problems(10), ...problems(10, (place) => (place < 2 ? ['echo'] : []))];
    expect(floorShares(mixed)[0]).toEqual({ floor: 'echo', solved: 2, measured: 10, limit: 0.1 });
    expect(() => assertSuiteGate(mixed)).toThrow(/solves 2 of 10/);
  });
});

describe('assertMeasured', () => {
  it('rejects problems without a measurement and names the command that measures', () => {
    expect(() => assertMeasured(problems(3, () => []))).not.toThrow();
    const mixed = [...problems(2, () => ['script']), ...problems(1)];
    expect(() => assertMeasured(mixed)).toThrow(
      '1 of 3 problems do not say which policies without a model solve them: p0.',
    );
  });
});
