import { describe, expect, it } from 'vitest';
import { Random } from '../random/random.ts';
import { type Stratum, stratifiedPermutation } from './stratified-permutation.ts';

/** Brute force over all assignments. */
function byTrying(strata: readonly Stratum[]): number {
  const observed = strata.flatMap(({ first }) => first).reduce((sum, value) => sum + value, 0);
  let sums = [0];
  for (const { first, second } of strata) {
    const values = [...first, ...second];
    const own: number[] = [];
    for (let way = 0; way < 2 ** values.length; way++) {
      const chosen = values.filter((_, place) => way & (1 << place));
      if (chosen.length === first.length) own.push(chosen.reduce((sum, value) => sum + value, 0));
    }
    sums = sums.flatMap((sum) => own.map((each) => sum + each));
  }
  return sums.filter((sum) => sum >= observed).length / sums.length;
}

describe('stratifiedPermutation', () => {
  it('the permutation probability is the share of all assignments with a sum as large', () => {
    const random = new Random(11);
    for (let round = 0; round < 60; round++) {
      const strata = Array.from({ length: 1 + random.integer(3) }, () => ({
        first: Array.from({ length: random.integer(4) }, () => random.integer(4)),
        second: Array.from({ length: random.integer(3) }, () => random.integer(4)),
      }));
      expect(stratifiedPermutation(strata)).toBeCloseTo(byTrying(strata), 10);
    }
  });

  it('the permutation test is Fisher’s exact test for two groups of outcomes', () => {
    const first = Array.from({ length: 30 }, () => 1);
    const second = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0];
    // All four failures are in the group of ten: C(10, 4) / C(40, 4).
    expect(stratifiedPermutation([{ first, second }])).toBeCloseTo(210 / 91_390, 12);
  });

  it('the permutation test is undefined when a stratum has one group only', () => {
    expect(stratifiedPermutation([])).toBe(1);
    expect(stratifiedPermutation([{ first: [1, 1, 1], second: [] }])).toBe(1);
    const one = { first: [1, 1], second: [0] };
    expect(stratifiedPermutation([one, { first: [0, 0], second: [] }, { first: [], second: [1] }])).toBeCloseTo(1 / 3);
  });
});
