import { describe, expect, it } from 'vitest';
import { readQuery } from '../reading/read-query.ts';
import { bestCart, type Judgements, perfectCart } from './choose-cart.ts';
import type { Judgement } from './judge-candidates.ts';

function judged(id: string, shopId: string, price: number, fits: boolean): Judgement {
  const score = fits ? 0 : -1;
  return { listing: { id, shopId, price }, fits, possible: fits, missingName: [], met: [], against: [], score };
}

const idsOf = (cart: readonly Judgement[] | undefined) => cart?.map(({ listing }) => listing.id);

const LISTINGS: Judgements = [
  [judged('a', 's1', 100, true), judged('b', 's2', 90, true)],
  [judged('c', 's2', 50, true), judged('d', 's1', 40, false)],
];

describe('choosing a cart', () => {
  it('a cart uses one shop when the request asks for it', () => {
    expect(idsOf(perfectCart(readQuery('Find a lamp; and a kettle.'), LISTINGS))).toEqual(['a', 'c']);
    expect(idsOf(perfectCart(readQuery('Find a shop that has a lamp; and a kettle.'), LISTINGS))).toEqual(['b', 'c']);
  });

  it('a cart stays within the budget with the voucher', () => {
    const query = (budget: number, threshold: number) =>
      readQuery(
        `Find a lamp; and a kettle. I can spend ${budget} pesos in all. There is a voucher I can use; it gives a fixed discount of 20 once the order exceeds ${threshold} pesos. It can be used on products of any shop.`,
      );
    expect(idsOf(perfectCart(query(130, 100), LISTINGS))).toEqual(['a', 'c']);
    expect(idsOf(perfectCart(query(125, 100), LISTINGS))).toEqual(['b', 'c']);
    expect(idsOf(perfectCart(query(130, 145), LISTINGS))).toEqual(['a', 'c']);
    expect(perfectCart(query(119, 100), LISTINGS)).toBeUndefined();
  });

  it('a cart never uses one listing for two items', () => {
    const twice: Judgements = [[judged('a', 's', 1, true)], [judged('a', 's', 1, true)]];
    expect(perfectCart(readQuery('Find a lamp; and a lamp.'), twice)).toBeUndefined();
    expect(idsOf(bestCart(readQuery('Find a lamp; and a lamp.'), twice))).toEqual(['a']);
  });

  it('a cart falls back to the shop that comes closest', () => {
    const none: Judgements = [LISTINGS[0]!, [judged('d', 's1', 40, false)]];
    const request = readQuery('Find a shop that has a lamp; and a kettle.');
    expect(perfectCart(request, none)).toBeUndefined();
    expect(idsOf(bestCart(request, none))).toEqual(['a', 'd']);
    expect(bestCart(request, [[], []])).toEqual([]);
  });
});
