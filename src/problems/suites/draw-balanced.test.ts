import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { sha256 } from '../../store/sha256.ts';
import { drawBalanced, type PoolEntry } from './draw-balanced.ts';

const pools = fc.uniqueArray(
  fc.record({
    problem_id: fc.string({ minLength: 1, maxLength: 6 }),
    category: fc.constantFrom('product', 'shop', 'voucher'),
    difficulty: fc.constantFrom('easy', 'medium', 'hard'),
  }),
  { selector: (entry) => entry.problem_id, minLength: 1, maxLength: 60 },
);
const draws = pools.chain((pool) =>
  fc.record({
    pool: fc.constant(pool),
    size: fc.integer({ min: 1, max: pool.length }),
    seed: fc.nat().map((number) => sha256(String(number))),
  }),
);

/** No group has two fewer than another unless it had no more problems. */
function assertBalanced(
  pool: readonly PoolEntry[],
  chosen: readonly PoolEntry[],
  name: (e: PoolEntry) => string,
): void {
  const available = Map.groupBy(pool, name);
  const taken = Map.groupBy(chosen, name);
  const most = Math.max(...Array.from(available.keys(), (key) => taken.get(key)?.length ?? 0));
  for (const [key, entries] of available) {
    const count = taken.get(key)?.length ?? 0;
    expect(count >= most - 1 || count === entries.length).toBe(true);
  }
}

describe('drawBalanced', () => {
  it('drawBalanced draws exactly the requested number, without repetition', () => {
    fc.assert(
      fc.property(draws, ({ pool, size, seed }) => {
        const drawn = drawBalanced(pool, size, seed);
        expect(drawn.length).toBe(size);
        expect(new Set(drawn).size).toBe(size);
        const known = new Set(pool.map((entry) => entry.problem_id));
        expect(drawn.every((problemId) => known.has(problemId))).toBe(true);
      }),
    );
  });

  it('drawBalanced balances categories and difficulties as far as the pool allows', () => {
    fc.assert(
      fc.property(draws, ({ pool, size, seed }) => {
        const drawn = new Set(drawBalanced(pool, size, seed));
        const chosen = pool.filter((entry) => drawn.has(entry.problem_id));
        assertBalanced(pool, chosen, (entry) => entry.category);
        for (const [category, entries] of Map.groupBy(pool, (entry) => entry.category)) {
          const inside = chosen.filter((entry) => entry.category === category);
          assertBalanced(entries, inside, (entry) => entry.difficulty);
        }
      }),
    );
  });

  it('drawBalanced does not depend on the order of the pool', () => {
    fc.assert(
      fc.property(draws, fc.nat(), ({ pool, size, seed }, order) => {
        const shuffled = new Random(order).sample(pool, pool.length);
        expect(drawBalanced(shuffled, size, seed)).toEqual(drawBalanced(pool, size, seed));
      }),
    );
  });

  it('drawBalanced gives every problem of a cell the same chance, remainders included', () => {
    const pool = Array.from(
      { length: 12 },
      (_, place): PoolEntry => ({
        problem_id: `p${place}`,
        category: (['product', 'shop', 'voucher'] as const)[place % 3]!,
        difficulty: 'easy',
      }),
    );
    const counts = new Map<string, number>();
    for (let number = 0; number < 3000; number++) {
      for (const id of drawBalanced(pool, 4, sha256(`seed ${number}`))) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect(counts.size).toBe(12);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(130);
  });

  it('drawBalanced gives the same result in every version', () => {
    const pool = Array.from(
      { length: 20 },
      (_, place): PoolEntry => ({
        problem_id: `p${place}`,
        category: (['product', 'shop', 'voucher'] as const)[place % 3]!,
        difficulty: (['easy', 'hard'] as const)[place % 2]!,
      }),
    );
    expect(drawBalanced(pool, 6, '0f'.repeat(32)).join(' ')).toMatchInlineSnapshot(`"p8 p6 p16 p19 p11 p9"`);
  });

  it('drawBalanced rejects a seed, a size or a pool that cannot be drawn from', () => {
    const entry: PoolEntry = { problem_id: 'p1', category: 'shop', difficulty: 'easy' };
    const seed = sha256('seed');
    expect(() => drawBalanced([entry], 1, 'ABC')).toThrow('64 lower-case hex digits');
    expect(() => drawBalanced([entry], 2, seed)).toThrow('2 problems cannot be drawn from a pool of 1');
    expect(() => drawBalanced([entry], 0, seed)).toThrow('0 problems');
    expect(() => drawBalanced([entry, entry], 1, seed)).toThrow('p1 is in the pool twice');
  });
});
