import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { challengeMargin } from '../emission/challenge-margin.ts';
import { decideChampion, type RaceResult } from './decide-champion.ts';

function result(agentVersionId: string, raceScore: number | null, minute = 0): RaceResult {
  return {
    agentVersionId,
    hotkey: `hotkey of ${agentVersionId}`,
    raceScore,
    submittedAt: Temporal.Instant.fromEpochMilliseconds(minute * 60_000),
  };
}

describe('deciding the champion', () => {
  it.each([
    [
      'goes to the best that clears the margin',
      [result('top', 0.5), result('a', 0.52), result('b', 0.53)],
      'b',
      'MARGIN_CLEARED',
    ],
    ['goes to one that just reaches it', [result('top', 0.5), result('a', 0.511)], 'a', 'MARGIN_CLEARED'],
    ['stays when the best falls short', [result('top', 0.5), result('a', 0.5109)], 'top', 'MARGIN_NOT_CLEARED'],
    ['stays when there is no challenger', [result('top', 0.5)], 'top', 'NO_CHALLENGER'],
    ['stays when no challenger finishes', [result('top', 0.5), result('a', null)], 'top', 'NO_CHALLENGER'],
    ['stays when the incumbent was not scored', [result('top', null), result('a', 0.9)], 'top', 'INCUMBENT_UNSCORED'],
    [
      'stays with an incumbent that solved nothing against others that solved nothing',
      [result('top', 0), result('a', 0)],
      'top',
      'MARGIN_NOT_CLEARED',
    ],
  ])('the champion is decided: %s', (_, results, top, why) => {
    const decision = decideChampion(results, 'top', challengeMargin(0));
    expect(decision.top?.agentVersionId).toBe(top);
    expect(decision.why).toBe(why);
    expect(decision.changed).toBe(top !== 'top');
  });

  it('the best racer becomes champion without a margin when there is none', () => {
    const decision = decideChampion([result('a', 0.2), result('b', 0.3)], null, 0.011);
    expect(decision).toMatchObject({
      top: { agentVersionId: 'b' },
      why: 'NO_INCUMBENT',
      threshold: null,
      changed: true,
    });
    expect(decideChampion([result('a', null)], null, 0.011)).toMatchObject({
      top: null,
      why: 'NOBODY_FINISHED',
      changed: false,
    });
  });

  it('deciding a champion fails if the incumbent is missing from the results', () => {
    expect(() => decideChampion([result('a', 0.9)], 'top', 0.011)).toThrow('top did not race');
  });

  it('the earlier of two equal challengers becomes champion', () => {
    const results = [result('top', 0.5), result('a-late', 0.6, 9), result('z-early', 0.6, 2), result('b-late', 0.6, 9)];
    const { top, ranking } = decideChampion(results, 'top', 0.011);
    expect(top?.agentVersionId).toBe('z-early');
    expect(ranking.map(({ agentVersionId }) => agentVersionId)).toEqual(['z-early', 'a-late', 'b-late', 'top']);
  });

  it('the incumbent keeps a tie, even when the margin has shrunk to zero and the rival came first', () => {
    const results = [result('top', 0.5, 9), result('rival', 0.5, 1)];
    expect(challengeMargin(400)).toBe(0);
    expect(decideChampion(results, 'top', challengeMargin(400))).toMatchObject({ changed: false, threshold: 0.5 });
  });

  it('the decision names the required score and the number of challengers', () => {
    const results = [result('top', 0.4731), result('a', 0.48), result('b', 0.4), result('c', null)];
    const decision = decideChampion(results, 'top', challengeMargin(0.73));
    expect(decision.threshold).toBeCloseTo(0.4826, 4);
    expect(decision.challengersTried).toBe(2);
  });

  it('the champion changes only by the margin, in any order of results, and the ranking follows scores', () => {
    const score = fc.option(
      fc.integer({ min: 0, max: 10_000 }).map((unit) => unit / 10_000),
      { nil: null },
    );
    const results = fc
      .array(score, { minLength: 1, maxLength: 12 })
      .map((scores) => scores.map((each, index) => result(`v${index}`, each, index % 3)));
    const days = fc.double({ min: 0, max: 60, noNaN: true });
    fc.assert(
      fc.property(results, days, (all, day) => {
        const margin = challengeMargin(day);
        const decision = decideChampion(all, 'v0', margin);
        if (decision.changed)
          expect(decision.top!.raceScore! - all[0]!.raceScore!).toBeGreaterThanOrEqual(margin - 1e-9);
        else expect(decision.top).toBe(all[0]);
        const again = decideChampion(all.toReversed(), 'v0', margin);
        expect(again.top).toBe(decision.top);
        expect(again.ranking).toEqual(decision.ranking);
        const scores = decision.ranking.map(({ raceScore }) => raceScore!);
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
      }),
    );
  });
});
