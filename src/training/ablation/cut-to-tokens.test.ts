import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonBudget, cutToTokens, type Weighed } from './cut-to-tokens.ts';

const rows = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    tokens: fc.integer({ min: 1, max: 400 }),
    stratum: fc.constantFrom('product', 'shop', 'voucher'),
  }),
  { selector: ({ id }) => id, minLength: 1, maxLength: 60 },
);

const sum = (some: readonly Weighed[]) => some.reduce((total, { tokens }) => total + tokens, 0);

describe('cutting to a number of tokens', () => {
  it('never takes more than the budget, and leaves no row that would still fit', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 5_000 }), fc.nat(), (all, most, seed) => {
        const budget = new Map([['product', most]]);
        const taken = cutToTokens(all, budget, seed);
        const left = all.filter((row) => row.stratum === 'product' && !taken.includes(row));
        expect(taken.every(({ stratum }) => stratum === 'product')).toBe(true);
        expect(new Set(taken).size).toBe(taken.length);
        expect(sum(taken)).toBeLessThanOrEqual(most);
        for (const row of left) expect(row.tokens).toBeGreaterThan(most - sum(taken));
      }),
    );
  });

  it('depends on the seed and not on the order of the rows', () => {
    fc.assert(
      fc.property(rows, fc.nat(), (all, seed) => {
        const budget = commonBudget([all], Math.floor(sum(all) / 2));
        expect(cutToTokens(all.toReversed(), budget, seed)).toEqual(cutToTokens(all, budget, seed));
      }),
    );
    const many = Array.from({ length: 40 }, (_, id) => ({ id: `${id}`, tokens: 10, stratum: 'shop' }));
    const budget = new Map([['shop', 200]]);
    expect(cutToTokens(many, budget, 1)).not.toEqual(cutToTokens(many, budget, 2));
  });

  it('gives every arm what the poorest has of each stratum', () => {
    const arm = (product: number, shop: number): Weighed[] => [
      { id: 'a', tokens: product, stratum: 'product' },
      { id: 'b', tokens: shop, stratum: 'shop' },
    ];
    expect([...commonBudget([arm(100, 300), arm(500, 50)])]).toEqual([
      ['product', 100],
      ['shop', 50],
    ]);
    expect([...commonBudget([arm(100, 300), arm(500, 100)], 100)]).toEqual([
      ['product', 50],
      ['shop', 50],
    ]);
    expect([...commonBudget([arm(100, 300), []])].every(([, tokens]) => tokens === 0)).toBe(true);
  });
});
