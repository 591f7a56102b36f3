import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';

function draws(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => random.next());
}

describe('Random', () => {
  it('Random gives the same stream for the same seed and key in every version', () => {
    expect(draws(new Random(7, 1, 2), 5)).toEqual(draws(new Random(7, 1, 2), 5));
    expect(Array.from({ length: 4 }, (_, i) => new Random(42, i).integer(1_000_000))).toMatchInlineSnapshot(`
      [
        79025,
        985030,
        929096,
        434187,
      ]
    `);
  });

  it('Random gives unrelated streams for neighbouring seeds and keys', () => {
    const firsts = new Set<number>();
    for (let seed = 0; seed < 100; seed++) for (let key = 0; key < 100; key++) firsts.add(new Random(seed, key).next());
    expect(firsts.size).toBeGreaterThan(9_990);
    const mean = [...firsts].reduce((sum, value) => sum + value, 0) / firsts.size;
    expect(mean).toBeCloseTo(0.5, 1);
  });

  it('Random distinguishes seeds above 32 bits', () => {
    expect(new Random(1).next()).not.toBe(new Random(1 + 2 ** 32).next());
  });

  it('samples without repetition, at most as many as there are', () => {
    const sample = new Random(3).sample([1, 2, 3, 4, 5], 9);
    expect(sample.toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(new Random(4).sample([1, 2, 3, 4, 5], 3)).size).toBe(3);
  });

  it('random distributions have the documented means', () => {
    const random = new Random(11);
    const count = 50_000;
    let geometric = 0;
    let normal = 0;
    for (let i = 0; i < count; i++) {
      geometric += random.geometric(4);
      normal += random.normal();
    }
    expect(geometric / count).toBeCloseTo(4, 0);
    expect(Math.abs(normal / count)).toBeLessThan(0.03);
  });

  it('Random refuses to pick from an empty list', () => {
    expect(() => new Random(1).pick([])).toThrow(RangeError);
  });
});
