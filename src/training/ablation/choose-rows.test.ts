import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate } from './candidate.ts';
import { chooseEqualRows } from './choose-rows.ts';

function candidate(id: string, problem: string, program: string, calls: number): Candidate {
  const row = { id, problem_id: problem, split: 'train' as const, messages: [], tools: '[]', weight: 1 };
  return { row, problem, program, calls, source: 'x', category: 'product', tokens: 1, use: 1 };
}

const pool = (name: string): fc.Arbitrary<readonly Candidate[]> =>
  fc
    .array(fc.record({ problem: fc.integer({ min: 0, max: 9 }), program: fc.integer({ min: 0, max: 3 }) }), {
      minLength: 1,
      maxLength: 60,
    })
    .map((drawn) =>
      drawn.map((each, at) => candidate(`${name}-${at}`, `p${each.problem}`, `a${each.program}`, at % 7)),
    );

const problemsOf = (rows: readonly Candidate[]): readonly string[] => rows.map(({ problem }) => problem).sort();

describe('choosing equal rows', () => {
  it('every arm gets equally many distinct rows per problem, and no program more than its share', () => {
    fc.assert(
      fc.property(pool('one'), pool('other'), fc.integer({ min: 1, max: 3 }), (one, other, perProblem) => {
        const pools = new Map([
          ['one', one],
          ['other', other],
        ]);
        const chosen = chooseEqualRows(pools, { perProblem, mostOfOne: 0.4, seed: 1 });
        expect(problemsOf(chosen.get('one')!)).toEqual(problemsOf(chosen.get('other')!));
        for (const [name, rows] of chosen) {
          expect(new Set(rows).size).toBe(rows.length);
          const programs = new Set(pools.get(name)!.map(({ program }) => program)).size;
          const most = Math.max(1, Math.floor(Math.max(0.4, 1 / programs) * rows.length));
          for (const of of Map.groupBy(rows, ({ program }) => program).values())
            expect(of.length).toBeLessThanOrEqual(most);
        }
      }),
    );
  });

  it('chooses rows with as many calls as those of the other arm', () => {
    const short = [2, 9, 5].map((calls) => candidate(`short-${calls}`, 'p', `a${calls}`, calls));
    const long = [5].map((calls) => candidate(`long-${calls}`, 'p', 'b', calls));
    const chosen = chooseEqualRows(
      new Map([
        ['short', short],
        ['long', long],
      ]),
      { perProblem: 1, mostOfOne: 1, seed: 3 },
    );
    expect(chosen.get('short')!.map(({ calls }) => calls)).toEqual([5]);
  });

  it('drops problems that only a program at its limit solves, in every arm', () => {
    const mostly = Array.from({ length: 10 }, (_, at) => candidate(`m${at}`, `p${at}`, at < 9 ? 'big' : 'small', 1));
    const third = candidate('third', 'p8', 'third', 1);
    const other = Array.from({ length: 10 }, (_, at) => candidate(`o${at}`, `p${at}`, `x${at % 5}`, 1));
    const chosen = chooseEqualRows(
      new Map([
        ['mostly', [...mostly, third]],
        ['other', other],
      ]),
      { perProblem: 1, mostOfOne: 0.5, seed: 1 },
    );
    const rows = chosen.get('mostly')!;
    expect(rows.filter(({ program }) => program === 'big').length).toBeLessThanOrEqual(rows.length / 2);
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(problemsOf(chosen.get('other')!)).toEqual(problemsOf(rows));
  });
});
