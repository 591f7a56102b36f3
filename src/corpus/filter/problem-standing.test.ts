import { describe, expect, it } from 'vitest';
import type { Exposure } from '../../problems/suites.ts';
import { withheldProblems } from './problem-standing.ts';

const NOW = new Date('2026-03-10T00:00:00.000Z');

function withheld(
  exposures: Readonly<Record<string, Partial<Exposure>>>,
  bank: readonly string[],
  heldOut: readonly string[] = [],
) {
  const exposure = new Map(
    Object.entries(exposures).map(([problemId, rest]) => [
      problemId,
      { problemId, sealed: false, draws: [], seen: [], ...rest },
    ]),
  );
  return withheldProblems({ exposure, bank: new Set(bank), heldOut: new Set(heldOut) }, NOW);
}

const DRAW = { race: 'r', drawnAt: '2026-03-01T00:00:00.000Z' };

describe('withheld problems', () => {
  it('problems that are sealed, not yet drawn, or embargoed are withheld from the corpus', () => {
    const found = withheld(
      {
        sealed: { sealed: true },
        undrawn: {},
        racing: { draws: [DRAW] },
        later: { draws: [DRAW], corpusFrom: '2026-03-11T00:00:00.000Z' },
        free: { draws: [DRAW], corpusFrom: '2026-03-09T00:00:00.000Z' },
        public: {},
      },
      ['undrawn', 'racing', 'later', 'free', 'unmentioned'],
    );
    expect([...found.keys()].sort()).toEqual(['later', 'racing', 'sealed', 'undrawn', 'unmentioned']);
    expect(found.get('later')).toContain('2026-03-11');
  });

  it('held-out problems are withheld from the corpus, whatever the ledger says', () => {
    expect(withheld({ a: {} }, [], ['a', 'b'])).toEqual(
      new Map([
        ['a', 'it is held out for evaluation'],
        ['b', 'it is held out for evaluation'],
      ]),
    );
  });
});
