import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreementOf, type RuleOpinion } from './agreement-of.ts';

function sheet(validatorHotkey: string, found: Readonly<Record<string, boolean>>): RuleOpinion[] {
  return Object.entries(found).map(([problemId, isSolved]) => ({ validatorHotkey, problemId, isSolved }));
}

describe('the agreement of validators', () => {
  it('reports the agreement of validators pair by pair, over the problems that both have run', () => {
    const opinions = [
      ...sheet('b', { p1: true, p2: false, p3: true }),
      ...sheet('a', { p1: true, p2: true }),
      ...sheet('c', { p3: false, p2: false, p1: false }),
    ];
    expect(agreementOf(opinions)).toEqual([
      { validators: ['a', 'b'], problems: 2, same: 1, differing: ['p2'] },
      { validators: ['a', 'c'], problems: 2, same: 0, differing: ['p1', 'p2'] },
      { validators: ['b', 'c'], problems: 3, same: 1, differing: ['p1', 'p3'] },
    ]);
  });

  it('agreement needs two validators', () => {
    expect(agreementOf([])).toEqual([]);
    expect(agreementOf(sheet('a', { p1: true }))).toEqual([]);
  });

  it('agreement counts every shared problem, in any order of opinions', () => {
    const problems = fc.dictionary(fc.constantFrom('p1', 'p2', 'p3', 'p4'), fc.boolean());
    const sheets = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), problems);
    fc.assert(
      fc.property(sheets, fc.infiniteStream(fc.nat()), (drawn, order) => {
        const opinions = Object.entries(drawn).flatMap(([hotkey, found]) => sheet(hotkey, found));
        const shuffled = opinions
          .map((opinion) => ({ opinion, at: order.next().value! }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ opinion }) => opinion);
        const agreement = agreementOf(opinions);
        expect(agreementOf(shuffled)).toEqual(agreement);
        for (const { problems, same, differing } of agreement) expect(same + differing.length).toBe(problems);
      }),
    );
  });
});
