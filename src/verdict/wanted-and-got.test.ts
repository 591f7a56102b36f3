import { describe, expect, it } from 'vitest';
import type { Problem } from '../problems/problem.ts';
import { shownListings } from './shown-listings.ts';
import { wantedAndGot } from './wanted-and-got.ts';

const card = { product_id: '7', shop_id: 's1', title: 'Red shoe', price: 120, service: ['COD'], sold_count: 3 };
const page = {
  product_id: 7,
  sku_options: { a: { size: '41' }, b: { size: '42' } },
  attributes: { brand: ['kavari'] },
  description: 'x',
};
const CALLS = [
  { kind: 'search' as const, status: 200, response: [card, 'not a product'] },
  { kind: 'view' as const, status: 200, response: [page] },
  { kind: 'search' as const, status: 400, response: [{ product_id: '8', price: 1 }] },
];
const SCORES = {
  gt: 0,
  rule: 0.5,
  product: 1,
  title: 1,
  price: 0,
  service: 1,
  'sku & attrs': 0.5,
  format: 1,
  length: 1,
};

const PROBLEM: Problem = {
  id: 'p',
  category: 'product',
  query: 'a red shoe',
  difficulty: 'easy',
  targets: [
    {
      productId: '9',
      accepts: ['9', '10'],
      titles: ['Red shoes'],
      price: { mode: 'less than', high: 100 },
      services: ['COD'],
      options: { size: '43' },
      attributes: { brand: ['kavari'] },
    },
  ],
};

describe('wanted and got', () => {
  it('compares wanted and got field by field when the key may be shown', () => {
    const rows = wantedAndGot({ recommended: ['7'], scores: SCORES }, PROBLEM, shownListings(CALLS));
    expect(rows.map(({ field, wanted, got, score }) => [field, wanted, got, score])).toEqual([
      ['product', '9 or one of 1 other', '7', 1],
      ['title', 'Red shoes', 'Red shoe', 1],
      ['price', 'at most 100', '120', 0],
      ['service', 'COD', 'COD', 1],
      ['options', 'size: 43, brand: kavari', 'size: 41 | 42, brand: kavari', 0.5],
    ]);
  });

  it('wanted and got reveal nothing of the key when only the number of constraints may be shown', () => {
    const asked = { items: [{ price: true, services: 2, options: 1, attributes: 0 }], voucher: false };
    const rows = wantedAndGot({ recommended: ['7'], scores: SCORES }, asked, shownListings(CALLS));
    expect(rows.map(({ wanted }) => wanted)).toEqual([
      'see the question',
      'see the question',
      'a price limit',
      '2 services',
      '1 option or attribute',
    ]);
    expect(rows.at(-1)).toMatchObject({ got: 'size: 41 | 42, brand: kavari' });
  });

  it('shows only what was recommended when the question is not public', () => {
    const rows = wantedAndGot({ recommended: ['7'], scores: SCORES }, 'hidden', shownListings(CALLS));
    expect(new Set(rows.map(({ wanted }) => wanted))).toEqual(new Set(['not public']));
    expect(rows.find(({ field }) => field === 'price')).toMatchObject({ got: '120', score: 0 });
  });

  it('says what is missing: no recommendation, a product that was not found, a page that was not opened', () => {
    const gotOf = (recommended: string[], calls: readonly unknown[]) =>
      wantedAndGot({ recommended, scores: SCORES }, PROBLEM, shownListings(calls as typeof CALLS)).map(
        ({ got }) => got,
      );
    expect(new Set(gotOf([], CALLS))).toEqual(new Set(['nothing']));
    expect(gotOf(['8'], CALLS).slice(1)).toEqual(Array(4).fill('not shown by any search'));
    expect(gotOf(['7'], CALLS.slice(0, 1)).at(-1)).toBe('its page was not opened');
  });

  it('wanted and got have a line for the shop and the budget of a cart', () => {
    const scores = { ...SCORES, budget: 0, shop: 1 };
    const voucher = { scope: 'platform', threshold: 1, discount: { type: 'fixed', amount: 1 }, budget: 90 } as const;
    const problem = { ...PROBLEM, voucher: { ...voucher, priceAfterVoucher: 80 } };
    const rows = wantedAndGot({ recommended: ['7'], scores }, problem, shownListings(CALLS)).slice(-2);
    expect(rows).toEqual([
      { item: 0, field: 'shop', wanted: 'all from one shop', got: 's1', score: 1 },
      {
        item: 0,
        field: 'budget',
        wanted: 'within the budget of 90 after the voucher',
        got: '120 before the voucher',
        score: 0,
      },
    ]);
  });
});
