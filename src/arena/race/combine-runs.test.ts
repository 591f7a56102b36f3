import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { componentMedian, finalScoreOf, requiredRuns } from './combine-runs.ts';

const score = fc.integer({ min: 0, max: 10_000 }).map((unit) => unit / 10_000);

describe('the final score', () => {
  it.each([
    [[], null],
    [[0.4], 0.4],
    [[0.9, 0.1, 0.5], 0.5],
    [[0.5, 0.6], 0.55],
    [[0.9, 0, 0.6, 0.5], 0.55],
    [[0.0001, 0.0002], 0.0002],
  ])('the final score of %j is %f', (scores, median) => {
    expect(finalScoreOf(scores)).toBe(median);
  });

  it('one run cannot move the final score beyond the others', () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: 2, maxLength: 8 }), score, (honest, rogue) => {
        const median = finalScoreOf([...honest, rogue])!;
        expect(median).toBeGreaterThanOrEqual(Math.min(...honest));
        expect(median).toBeLessThanOrEqual(Math.max(...honest));
        expect(finalScoreOf([rogue, ...honest.toReversed()])).toBe(median);
      }),
    );
  });
});

describe('a component of the score', () => {
  const runs = (...rates: readonly unknown[]) => rates.map((success_rate) => ({ score_components: { success_rate } }));

  it('a component is the median over the runs', () => {
    expect(componentMedian(runs(0.5, 0.75, 0.25), 'success_rate')).toBe(0.5);
    expect(componentMedian([], 'success_rate')).toBeNull();
  });

  it.each([[runs(0.5, null, 0.25)], [runs(0.5, undefined)], [[...runs(0.5), { score_components: null }]]])(
    'a component that some run does not report is null: %j',
    (included) => {
      expect(componentMedian(included, 'success_rate')).toBeNull();
    },
  );
});

describe('disagreement', () => {
  it.each([
    ['too few runs yet', [0.9], 2, 2],
    ['runs that agree', [0.9, 0.85], 2, 2],
    ['runs exactly the bound apart', [0.8, 0.7], 2, 2],
    ['runs a digit further apart', [0.8001, 0.7], 2, 3],
    ['the one more that was asked for, however far off', [0.9, 0.5, 0.1], 2, 3],
    ['an extra run that was not requested', [0.9, 0.85, 0.1], 2, 2],
    ['three that were required', [0.9, 0.85, 0.1], 3, 4],
    ['a single run that is enough', [0.3], 1, 1],
  ])('decides whether to request another run for %s', (_, scores, usual, required) => {
    expect(requiredRuns(scores, usual)).toBe(required);
  });

  it('a disagreement requests at most one more run', () => {
    fc.assert(
      fc.property(fc.array(score, { maxLength: 10 }), fc.integer({ min: 1, max: 5 }), (scores, usual) => {
        expect(requiredRuns(scores, usual) - usual).toBeLessThanOrEqual(1);
      }),
    );
  });
});
