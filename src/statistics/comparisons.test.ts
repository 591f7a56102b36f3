import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcNemar } from './mcnemar.ts';
import { mcNemarPower, mcNemarSmallestDifference } from './power/mcnemar-power.ts';
import { minimumDetectableEffect, powerOf, problemsForPaired, smallestUnpairedDifference } from './power.ts';

describe('mcNemar', () => {
  it.each([
    [10, 9],
    [15, 12],
    [20, 15],
    [25, 18],
    [30, 21],
  ])('McNemar with %i discordant problems needs %i on one side to differ at 5 %%', (discordant, needed) => {
    expect(mcNemar(needed, discordant - needed).exact).toBeLessThan(0.05);
    expect(mcNemar(needed - 1, discordant - needed + 1).exact).toBeGreaterThan(0.05);
  });

  it('McNemar’s test gives the known probabilities', () => {
    expect(mcNemar(9, 1).exact).toBeCloseTo(0.021484375, 12);
    expect(mcNemar(12, 3).exact).toBeCloseTo(0.03515625, 12);
    expect(mcNemar(15, 5).exact).toBeCloseTo(0.04138947, 8);
    // Counted by hand: 2 (1 + 10 + 45/2) / 1024.
    expect(mcNemar(8, 2).midP).toBeCloseTo(67 / 1024, 12);
    expect(mcNemar(0, 0)).toEqual({ discordant: 0, exact: 1, midP: 1 });
  });

  it('McNemar’s test is symmetric, and the mid-p is the smaller', () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), fc.nat({ max: 300 }), (left, right) => {
        const { exact, midP } = mcNemar(left, right);
        expect(mcNemar(right, left)).toEqual(mcNemar(left, right));
        expect(midP).toBeLessThanOrEqual(exact);
        expect(midP).toBeGreaterThan(0);
        expect(exact).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('mcNemarPower', () => {
  it.each([
    [5, 0.11, 0.08, 0.08],
    [10, 0.4, 0.27, 0.21],
    [15, 0.82, 0.61, 0.47],
    [20, 1.0, 0.89, 0.75],
  ])('the power of McNemar’s test on 75 problems for %i points is as published', (points, ...published) => {
    for (const [place, discordance] of [0.2, 0.3, 0.4].entries()) {
      const power = mcNemarPower({ problems: 75, discordance }, points / 100);
      expect(Math.abs(power - published[place]!)).toBeLessThan(0.011);
    }
  });

  it('the power of McNemar’s test without a difference is at most the level', () => {
    for (const discordance of [0.1, 0.3, 0.6])
      expect(mcNemarPower({ problems: 75, discordance }, 0)).toBeLessThanOrEqual(0.05);
  });

  it('the power of McNemar’s test gives the smallest detectable difference, if any', () => {
    const design = { problems: 75, discordance: 0.2 };
    const smallest = mcNemarSmallestDifference(design)!;
    expect(mcNemarPower(design, smallest)).toBeCloseTo(0.8, 6);
    expect(smallest).toBeGreaterThan(0.14);
    expect(smallest).toBeLessThan(0.16);
    expect(mcNemarSmallestDifference({ problems: 10, discordance: 0.2 })).toBeNull();
  });
});

describe('power', () => {
  it.each([
    [3, 0.23, 0.17],
    [5, 0.54, 0.41],
    [8, 0.91, 0.8],
  ])('the power for %i points at standard errors of 2.4 and 2.9 points is as simulated', (points, moderate, strong) => {
    expect(Math.abs(powerOf(points, 2.4) - moderate)).toBeLessThan(0.015);
    expect(Math.abs(powerOf(points, 2.9) - strong)).toBeLessThan(0.02);
  });

  it('computes how many problems 6 points need, and what 75 can resolve', () => {
    expect(Math.abs(problemsForPaired(0.06, 0.2) - 430)).toBeLessThan(10);
    expect(smallestUnpairedDifference(0.427, 75)).toBeCloseTo(0.226, 2);
    expect(Math.abs(problemsForPaired(0.1425, 0.2) - 75)).toBeLessThan(2);
  });

  it('power is 80 % at the minimum detectable effect, and the level without an effect', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.5, noNaN: true }), (error) => {
        expect(powerOf(minimumDetectableEffect(error), error)).toBeCloseTo(0.8, 9);
        expect(powerOf(0, error)).toBeCloseTo(0.05, 9);
      }),
    );
  });
});
