import { describe, expect, it } from 'vitest';
import { Random } from '../random/random.ts';
import { oneSidedSignFlip } from './one-sided-sign-flip.ts';

/** Brute force over all sign patterns. */
function byTrying(differences: readonly number[]): number {
  const told = differences.reduce((sum, each) => sum + each, 0);
  const ways = 2 ** differences.length;
  let asLarge = 0;
  for (let way = 0; way < ways; way++) {
    const sum = differences.reduce((total, each, place) => total + (way & (1 << place) ? each : -each), 0);
    if (sum > told - 1e-9) asLarge++;
  }
  return asLarge / ways;
}

describe('oneSidedSignFlip', () => {
  it('the one-sided sign-flip test is the share of all swaps with at least the same gain', () => {
    const random = new Random(5);
    for (let round = 0; round < 50; round++) {
      const differences = Array.from({ length: 1 + random.integer(10) }, () => (random.integer(401) - 150) / 200);
      expect(oneSidedSignFlip(differences)).toBeCloseTo(byTrying(differences), 12);
    }
  });

  it.each([1 / 16, 3 / 16, 1 / 7, 1 / 11, 0.0005])(
    'the one-sided sign-flip test weighs %d up and down equally',
    (size) => {
      expect(oneSidedSignFlip([size, -size])).toBe(3 / 4);
      expect(oneSidedSignFlip([size, size, size, size, size, size, -size, -size])).toBe(37 / 256);
      expect(oneSidedSignFlip([2 * size, -size, -size])).toBeCloseTo(byTrying([2 * size, -size, -size]), 12);
    },
  );

  it('the one-sided sign-flip probability halves with every gaining pair, and not with ties', () => {
    expect(oneSidedSignFlip([0.2, 0.2, 0.2])).toBe(1 / 8);
    expect(oneSidedSignFlip([0.2, 0, 0.7, 0, 0.01])).toBe(1 / 8);
    expect(oneSidedSignFlip([0, 0])).toBe(1);
    expect(oneSidedSignFlip([])).toBe(1);
    expect(oneSidedSignFlip([-0.5, -0.5])).toBe(1);
  });
});
