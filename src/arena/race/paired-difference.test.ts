import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { compareChallengers } from './compare-challengers.ts';
import { bootstrapSeed, type ProblemScores, pairedDifference } from './paired-difference.ts';

function scores(values: readonly number[]): ProblemScores {
  return new Map(values.map((value, index) => [`problem-${index}`, value]));
}

/** `won` problems solved only by the challenger, `lost` only by the incumbent, and the rest by neither. */
function pair(won: number, lost: number, count: number): [ProblemScores, ProblemScores] {
  const outcome = Array.from({ length: count }, (_, index) => (index < won ? 1 : index < won + lost ? -1 : 0));
  return [scores(outcome.map((sign) => (sign > 0 ? 1 : 0))), scores(outcome.map((sign) => (sign < 0 ? 1 : 0)))];
}

describe('the paired difference', () => {
  it('the paired difference counts only problems that both were scored on', () => {
    const challenger = new Map([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]);
    const incumbent = new Map([
      ['b', 0],
      ['c', 1],
      ['d', 1],
    ]);
    expect(pairedDifference(challenger, incumbent, 1)).toMatchObject({ problems: 2, difference: 0.5 });
  });

  it('the paired difference does not take agreement as proof', () => {
    const { difference, interval, probability } = pairedDifference(...pair(0, 0, 30), 1);
    expect(difference).toBe(0);
    expect(interval.low).toBeLessThan(-0.05);
    expect(interval.high).toBeGreaterThan(0.05);
    expect(probability).toBe(1);
  });

  it('the paired difference without problems is zero with the widest interval', () => {
    const nothing = pairedDifference(new Map(), new Map(), 1);
    expect(nothing).toEqual({ problems: 0, difference: 0, interval: { low: -1, high: 1 }, probability: 1 });
  });

  it('the paired difference distinguishes a clear win from a lucky one', () => {
    const clear = pairedDifference(...pair(20, 3, 90), 1);
    expect(clear.interval.low).toBeGreaterThan(0);
    expect(clear.probability).toBeLessThan(0.001);
    const lucky = pairedDifference(...pair(4, 3, 90), 1);
    expect(lucky.interval.low).toBeLessThan(0);
    expect(lucky.probability).toBe(1);
  });

  it('the paired difference repeats for the same seed, is antisymmetric, and its interval contains it', () => {
    const value = fc.constantFrom(0, 0.25, 0.5, 1);
    const both = fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(both, fc.nat(), (list, seed) => {
        const [one, other] = [scores(list.map(([first]) => first)), scores(list.map(([, second]) => second))];
        const forth = pairedDifference(one, other, seed);
        expect(pairedDifference(new Map([...one].reverse()), other, seed)).toEqual(forth);
        const { low, high } = forth.interval;
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(1);
        expect(low <= forth.difference && forth.difference <= high).toBe(true);
        const back = pairedDifference(other, one, seed);
        expect(back.difference).toBeCloseTo(-forth.difference, 12);
        expect(back.probability).toBe(forth.probability);
      }),
      { numRuns: 25 },
    );
  });

  it('the interval of the paired difference covers the truth about nineteen times in twenty', () => {
    const random = new Random(2026);
    const truth = 0.1;
    let held = 0;
    const tries = 300;
    for (let round = 0; round < tries; round++) {
      const outcomes = Array.from({ length: 90 }, () => {
        const draw = random.next();
        return draw < 0.2 ? 1 : draw < 0.3 ? -1 : 0;
      });
      const challenger = scores(outcomes.map((sign) => (sign > 0 ? 1 : 0)));
      const incumbent = scores(outcomes.map((sign) => (sign < 0 ? 1 : 0)));
      const { low, high } = pairedDifference(challenger, incumbent, round).interval;
      if (low <= truth && truth <= high) held++;
    }
    expect(held / tries).toBeGreaterThan(0.92);
    expect(held / tries).toBeLessThan(0.98);
  });

  it('the bootstrap seed comes from the draw', () => {
    expect(bootstrapSeed('0000000affff')).toBe(10);
    expect(bootstrapSeed('f'.repeat(64))).toBe(0xffff_ffff);
  });
});

describe('number of challengers', () => {
  it('the comparison with the incumbent says how many challengers there were', () => {
    const [won, lost] = pair(9, 1, 90);
    const alone = compareChallengers(new Map([['a', won]]), lost, 1);
    expect(alone[0]).toMatchObject({ tried: 1, agentVersionId: 'a' });
    expect(alone[0]!.remark).toMatch(
      /^\+0\.089 \(95 %: \+0\.\d{3} to \+0\.\d{3}, 90 problems\); the only challenger; statistically significant \(p = 0\.021\)$/,
    );
    const others = Array.from({ length: 9 }, (_, index): [string, ProblemScores] => [`b${index}`, lost]);
    const crowd = compareChallengers(new Map([['a', won], ...others]), lost, 1);
    expect(crowd[0]!.adjustedProbability).toBeCloseTo((10 * 22) / 1024, 12);
    expect(crowd[0]!.remark).toContain('one of 10 challengers; not statistically significant');
    expect(crowd[1]!.remark).toMatch(/^0\.000 \(95 %: −0\.\d{3} to \+0\.\d{3}, 90 problems\)/);
  });
});
