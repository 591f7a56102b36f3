import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../random/random.ts';
import { clusterBootstrap } from './cluster-bootstrap.ts';
import { clusterSignFlip } from './cluster-sign-flip.ts';
import type { ClusteredValue } from './clustered-value.ts';
import { problemT } from './student-t.ts';

const RATE = { low: 0, high: 1 };
const own = (values: readonly number[]): ClusteredValue[] =>
  values.map((value, place) => ({ cluster: `c${place}`, value }));

describe('clusterBootstrap', () => {
  const values = own(Array.from({ length: 75 }, (_, place) => (place % 9) / 8));

  it('the cluster bootstrap gives the same interval for the same seed, in any order of problems', () => {
    const interval = clusterBootstrap(values, { seed: 5, range: RATE });
    expect(clusterBootstrap(values.toReversed(), { seed: 5, range: RATE })).toEqual(interval);
    const others = [1, 2, 3, 4].map((seed) => clusterBootstrap(values, { seed, range: RATE, resamples: 50 })!.low);
    expect(new Set(others).size).toBeGreaterThan(1);
  });

  it('the bootstrap interval is close to the t interval for unskewed data', () => {
    const { low, high } = clusterBootstrap(values, { seed: 5, range: RATE })!;
    const { interval } = problemT(values)!;
    expect(low).toBeCloseTo(interval.low, 1);
    expect(high).toBeCloseTo(interval.high, 1);
  });

  it('the bootstrap interval is wider when problems are variants of each other', () => {
    const width = (list: readonly ClusteredValue[]): number => {
      const { low, high } = clusterBootstrap(list, { seed: 5, range: RATE })!;
      return high - low;
    };
    const doubled = values.flatMap((each) => [each, each]);
    const copies = doubled.map((each, place) => ({ ...each, cluster: `copy ${place}` }));
    expect(width(doubled)).toBeCloseTo(width(values), 9);
    expect(width(copies)).toBeLessThan(width(values) * 0.8);
  });

  it('the bootstrap interval has a width when nothing varied', () => {
    const all = clusterBootstrap(own(Array(75).fill(1)), { seed: 1, range: RATE })!;
    expect(all.high).toBe(1);
    expect(all.low).toBeCloseTo(0.952, 3);
    const none = clusterBootstrap(own(Array(75).fill(0)), { seed: 1, range: { low: -1, high: 1 } })!;
    expect(none.low).toBeLessThan(-0.04);
    expect(none.high).toBeGreaterThan(0.04);
    expect(clusterBootstrap(own([1]), { seed: 1, range: RATE })).toBeNull();
  });

  it('the bootstrap interval contains the mean and stays within the values', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 2, maxLength: 40 }), (counts) => {
        const list = own(counts.map((count) => count / 8));
        const { low, high } = clusterBootstrap(list, { seed: 3, range: RATE, resamples: 300 })!;
        const mean = list.reduce((sum, { value }) => sum + value, 0) / list.length;
        expect(low).toBeLessThanOrEqual(mean + 1e-12);
        expect(high).toBeGreaterThanOrEqual(mean - 1e-12);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
      }),
      { numRuns: 50 },
    );
  });

  it('the bootstrap interval covers the true rate about 95 times in 100, unlike the formula for independent episodes', () => {
    const random = new Random(11);
    let covered = 0;
    let naive = 0;
    for (let trial = 0; trial < 300; trial++) {
      // Problems differ in how hard they are; the mean over all is 0.35.
      const list = own(
        Array.from({ length: 75 }, () => {
          const rate = random.chance(0.35) ? 0.7 + 0.3 * random.next() : 0.15 * random.next();
          return Array.from({ length: 8 }, () => random.chance(rate)).filter(Boolean).length / 8;
        }),
      );
      const truth = 0.35 * 0.85 + 0.65 * 0.075;
      const { low, high } = clusterBootstrap(list, { seed: trial, range: RATE, resamples: 500 })!;
      if (low <= truth && truth <= high) covered++;
      const mean = list.reduce((sum, { value }) => sum + value, 0) / 75;
      if (Math.abs(mean - truth) <= 1.96 * Math.sqrt((mean * (1 - mean)) / 600)) naive++;
    }
    expect(covered / 300).toBeGreaterThan(0.91);
    expect(covered / 300).toBeLessThan(0.985);
    expect(naive / 300).toBeLessThan(0.75);
  });
});

describe('problemT', () => {
  it('problemT is the textbook interval for one problem per cluster', () => {
    // Student's sleep data, first drug: mean 0.75, standard error 0.5657, interval [-0.53, 2.03].
    const t = problemT(own([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]))!;
    expect(t.mean).toBeCloseTo(0.75, 12);
    expect(t.standardError).toBeCloseTo(0.5657345, 6);
    expect(t.interval.low).toBeCloseTo(-0.5297804, 5);
    expect(t.interval.high).toBeCloseTo(2.0297804, 5);
    expect(t.probability).toBeCloseTo(0.2175978, 5);
  });

  it('problemT counts copies of a problem once, and is undefined for fewer than two', () => {
    const values = own([0, 0.25, 0.5, 1, 1, 0.75]);
    const doubled = values.flatMap((each) => [each, each]);
    expect(problemT(doubled)!.standardError).toBeCloseTo(problemT(values)!.standardError, 12);
    expect(problemT(own([1]))).toBeNull();
    expect(problemT(own([1, 1, 1]))).toMatchObject({ standardError: 0, probability: null });
  });
});

describe('clusterSignFlip', () => {
  it('the cluster sign-flip test equals exact McNemar when every problem was run once', () => {
    const differences = [...Array(9).fill(1), -1, ...Array(65).fill(0)];
    expect(clusterSignFlip(own(differences))).toBeCloseTo(0.021484375, 12);
  });

  it('the cluster sign-flip test counts all sign patterns', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 1, maxLength: 10 }), (differences) => {
        const observed = Math.abs(differences.reduce((sum, each) => sum + each, 0));
        let extreme = 0;
        for (let signs = 0; signs < 2 ** differences.length; signs++) {
          const sum = differences.reduce((all, each, place) => all + (signs & (1 << place) ? each : -each), 0);
          if (Math.abs(sum) >= observed) extreme++;
        }
        expect(clusterSignFlip(own(differences))).toBeCloseTo(extreme / 2 ** differences.length, 9);
      }),
      { numRuns: 60 },
    );
  });

  it('the cluster sign-flip test flips variants of one problem together', () => {
    const differences = own([3, 3, 3, 3, 3, 3]);
    const two = differences.map((each, place) => ({ ...each, cluster: place < 3 ? 'a' : 'b' }));
    expect(clusterSignFlip(differences)).toBeCloseTo(2 / 64, 12);
    expect(clusterSignFlip(two)).toBeCloseTo(2 / 4, 12);
  });
});
