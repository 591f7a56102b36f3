import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consensusWeight, type Vote } from './consensus-weight.ts';

const vote = fc.record({
  stake: fc.bigInt({ min: 0n, max: 10n ** 19n }),
  weight: fc.constantFrom(0, 0.1, 0.2, 0.3, 0.5, 0.8, 1),
});
const votes = fc.array(vote, { minLength: 1, maxLength: 20 });
const kappa = fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100);

/** Applies the definition to every weight that occurs. */
function bySearch(given: readonly Vote[], share: number): number {
  const total = given.reduce((sum, { stake }) => sum + stake, 0n);
  const supported = given.filter(({ weight }) => {
    const support = given.filter((each) => each.weight >= weight).reduce((sum, { stake }) => sum + stake, 0n);
    return total > 0n && support * 100n >= BigInt(Math.round(share * 100)) * total;
  });
  return Math.max(0, ...supported.map(({ weight }) => weight));
}

describe('consensusWeight', () => {
  it.each([
    ['nobody', [], 0],
    ['no stake', [[0n, 0.9]], 0],
    ['one validator', [[5n, 0.7]], 0.7],
    [
      'exactly half, which is enough',
      [
        [1n, 0.9],
        [1n, 0.1],
      ],
      0.9,
    ],
    [
      'a rao less than half',
      [
        [10n ** 18n - 1n, 0.9],
        [10n ** 18n, 0.1],
      ],
      0.1,
    ],
    [
      'thirds',
      [
        [1n, 0.2],
        [1n, 0.5],
        [1n, 0.9],
      ],
      0.5,
    ],
    [
      'a majority that gives nothing',
      [
        [4n, 0.4],
        [6n, 0],
      ],
      0,
    ],
    [
      'stake that binary fractions cannot add up',
      [
        [1n, 0.8],
        [2n, 0.8],
        [3n, 0.1],
      ],
      0.8,
    ],
  ] as const)('computes the consensus weight of %s', (_, given, expected) => {
    expect(
      consensusWeight(
        given.map(([stake, weight]) => ({ stake, weight })),
        0.5,
      ),
    ).toBe(expected);
  });

  it('the consensus weight matches its definition, in any order', () => {
    fc.assert(
      fc.property(votes, kappa, fc.integer(), (given, share, turn) => {
        const expected = bySearch(given, share);
        expect(consensusWeight(given, share)).toBe(expected);
        const cut = Math.abs(turn) % given.length;
        expect(consensusWeight([...given.slice(cut), ...given.slice(0, cut)].reverse(), share)).toBe(expected);
      }),
    );
  });

  it('the consensus weight ignores a common scale of stakes, and falls as kappa rises', () => {
    fc.assert(
      fc.property(votes, kappa, fc.bigInt({ min: 1n, max: 1000n }), (given, share, factor) => {
        const grown = given.map((each) => ({ ...each, stake: each.stake * factor }));
        expect(consensusWeight(grown, share)).toBe(consensusWeight(given, share));
        expect(consensusWeight(given, 1)).toBeLessThanOrEqual(consensusWeight(given, share));
      }),
    );
  });
});
