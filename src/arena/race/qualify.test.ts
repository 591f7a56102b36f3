import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, qualify, qualifyingThreshold, racersOf } from './qualify.ts';

function candidate(agentVersionId: string, hotkey: string, qualifyingScore: number, minute = 0): Candidate {
  return {
    agentVersionId,
    hotkey,
    qualifyingScore,
    submittedAt: Temporal.Instant.fromEpochMilliseconds(minute * 60_000),
  };
}

const TOP = candidate('top', 'queen', 0.8);
const NO_PINS = new Map<string, string>();

function racing(candidates: readonly Candidate[], incumbent: Candidate | null = TOP, pins = NO_PINS): string[] {
  return racersOf(qualify({ candidates, incumbent, pins })).map(({ agentVersionId }) => agentVersionId);
}

describe('qualifying threshold', () => {
  it.each([
    [0.8, 0.76],
    [0.9333, 0.886635],
    [0.7, 0.665],
    [0, 0],
    [null, 0],
  ])('the qualifying threshold for a champion of %f is %f', (score, threshold) => {
    expect(qualifyingThreshold(score)).toBe(threshold);
  });

  it('exactly 95 % reaches the qualifying threshold, for every score of four digits', () => {
    for (let unit = 0; unit <= 10_000; unit += 20) {
      const threshold = qualifyingThreshold(unit / 10_000);
      expect((unit * 95) / 1_000_000 >= threshold).toBe(true);
      expect((unit * 95 - 1) / 1_000_000 >= threshold).toBe(false);
    }
  });
});

describe('qualifying', () => {
  it('versions at or above the threshold qualify, and the incumbent always', () => {
    const candidates = [candidate('at', 'a', 0.76), candidate('below', 'b', 0.7599), candidate('above', 'c', 0.9)];
    expect(racing(candidates)).toEqual(['above', 'top', 'at']);
    const { threshold, qualified } = qualify({ candidates, incumbent: TOP, pins: NO_PINS });
    expect(threshold).toBe(0.76);
    expect(qualified.map(({ type }) => type)).toEqual(['THRESHOLD', 'INCUMBENT', 'THRESHOLD']);
  });

  it('the incumbent is not counted twice when it is among the candidates', () => {
    expect(racing([TOP, candidate('other', 'a', 0.8, 1)])).toEqual(['top', 'other']);
  });

  it('one version per contestant races: the best, or the earlier of equals', () => {
    const candidates = [
      candidate('late', 'a', 0.85, 9),
      candidate('early', 'a', 0.85, 3),
      candidate('worse', 'a', 0.8, 1),
    ];
    expect(racing(candidates)).toEqual(['early', 'top']);
    const { qualified } = qualify({ candidates, incumbent: TOP, pins: NO_PINS });
    expect(qualified.find(({ agentVersionId }) => agentVersionId === 'worse')).toMatchObject({
      racing: false,
      outrankedBy: 'early',
    });
  });

  it('the pinned version races if it qualifies, otherwise the best', () => {
    const candidates = [candidate('best', 'a', 0.9), candidate('steady', 'a', 0.8, 2), candidate('weak', 'a', 0.5)];
    expect(racing(candidates, TOP, new Map([['a', 'steady']]))).toEqual(['top', 'steady']);
    expect(racing(candidates, TOP, new Map([['a', 'weak']]))).toEqual(['best', 'top']);
    expect(racing(candidates, TOP, new Map([['a', 'unheard of']]))).toEqual(['best', 'top']);
    expect(racing(candidates, TOP, new Map([['somebody else', 'steady']]))).toEqual(['best', 'top']);
  });

  it('the incumbent races for its contestant, whatever other versions they have', () => {
    const newer = candidate('newer', 'queen', 0.95);
    expect(racing([newer], TOP, new Map([['queen', 'newer']]))).toEqual(['top']);
    expect(qualify({ candidates: [newer], incumbent: TOP, pins: NO_PINS }).qualified[0]).toMatchObject({
      agentVersionId: 'newer',
      outrankedBy: 'top',
    });
  });

  it('every version qualifies while there is no champion', () => {
    expect(racing([candidate('one', 'a', 0), candidate('two', 'b', 0.1)], null)).toEqual(['two', 'one']);
    expect(racing([], null)).toEqual([]);
  });

  it('qualifying gives one racer per contestant, none below the threshold, in any order of input', () => {
    const any = fc
      .uniqueArray(
        fc.record({
          id: fc.integer({ min: 0, max: 99 }),
          hotkey: fc.constantFrom('a', 'b', 'c', 'queen'),
          score: fc.integer({ min: 0, max: 10_000 }),
          minute: fc.integer({ min: 0, max: 5 }),
        }),
        { selector: ({ id }) => id, maxLength: 20 },
      )
      .map((list) => list.map(({ id, hotkey, score, minute }) => candidate(`v${id}`, hotkey, score / 10_000, minute)));
    fc.assert(
      fc.property(any, fc.boolean(), (candidates, crowned) => {
        const incumbent = crowned ? TOP : null;
        const result = qualify({ candidates, incumbent, pins: NO_PINS });
        const racers = racersOf(result);
        expect(new Set(racers.map(({ hotkey }) => hotkey)).size).toBe(racers.length);
        expect(new Set(result.qualified.map(({ hotkey }) => hotkey)).size).toBe(racers.length);
        for (const { type, qualifyingScore } of racers) {
          if (type === 'THRESHOLD') expect(qualifyingScore).toBeGreaterThanOrEqual(result.threshold);
        }
        if (crowned) expect(racers.some(({ agentVersionId }) => agentVersionId === 'top')).toBe(true);
        expect(racing(candidates.toReversed(), incumbent)).toEqual(racing(candidates, incumbent));
      }),
    );
  });
});
