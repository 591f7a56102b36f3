import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { difficultyClass, drawTwins, type TwinCandidate } from './draw-twins.ts';

const classed = fc.record({
  category: fc.constantFrom('product', 'shop', 'voucher'),
  difficulty: fc.constantFrom('easy', 'hard'),
});
const candidates = fc
  .array(fc.tuple(classed, fc.nat(9)), { maxLength: 40 })
  .map((list) =>
    list.map(([of, uses], place): TwinCandidate => ({ ...of, uses, set_id: 's', problem_id: `twin-${place}` })),
  );

function tally(problems: readonly { readonly category: string; readonly difficulty: string }[]) {
  return Map.groupBy(problems, difficultyClass);
}

describe('drawTwins', () => {
  it('draws no twin twice, none of a class that the suite lacks, and at most the requested number', () => {
    fc.assert(
      fc.property(
        fc.array(classed, { maxLength: 30 }),
        candidates,
        fc.nat(12),
        fc.nat(),
        (problems, pool, count, seed) => {
          const drawn = drawTwins(problems, pool, count, new Random(seed));
          expect(drawn.length).toBeLessThanOrEqual(Math.min(count, problems.length));
          expect(new Set(drawn.map(({ problem_id }) => problem_id)).size).toBe(drawn.length);
          const of = tally(problems);
          for (const [name, own] of tally(drawn)) expect(own.length).toBeLessThanOrEqual(of.get(name)?.length ?? 0);
        },
      ),
    );
  });

  it('draws twins that fewer versions have met', () => {
    fc.assert(
      fc.property(fc.array(classed, { minLength: 1, maxLength: 30 }), candidates, fc.nat(), (problems, pool, seed) => {
        const drawn = drawTwins(problems, pool, 10, new Random(seed));
        for (const [name, own] of tally(drawn)) {
          const left = pool.filter((twin) => difficultyClass(twin) === name && !drawn.includes(twin));
          const most = Math.max(...own.map((twin) => (twin as TwinCandidate).uses));
          for (const twin of left) expect(twin.uses).toBeGreaterThanOrEqual(most);
        }
      }),
    );
  });
});
