import { describe, expect, it } from 'vitest';
import { knifePhrase, knifeRequest } from '../testing/knife-request.ts';
import { readQuery } from './read-query.ts';

const CLEAVER = knifePhrase('knife_type', 'cleaver');

describe('reading a request in the lexicon’s language', () => {
  it('translates the shopper’s words into the sellers’', () => {
    const { wishes, kind } = readQuery(
      knifeRequest(
        [CLEAVER, 'cost no more than 300 pesos', 'allow cash on delivery'],
        ' Go for the cheapest of those that fit.',
      ),
    );
    expect(kind).toBe('product');
    expect(wishes).toMatchObject([
      {
        leaf: 'Kitchen Knives',
        name: 'kitchen knife',
        price: { low: 0, high: 300 },
        services: ['COD'],
        choice: 'cheapest',
        clauses: [{ text: CLEAVER, label: 'knife_type', value: 'cleaver' }],
      },
    ]);
  });

  it('computes the price of one piece', () => {
    const text = knifeRequest([CLEAVER], ' With 900 pesos I must be able to buy 3 identical ones.');
    expect(readQuery(text).wishes[0]!.price).toEqual({ low: 0, high: 300 });
  });

  it('reads the voucher after the items', () => {
    const text = `${knifeRequest([CLEAVER])} My budget is 200 pesos. I hold a voucher: It can be used on products of any shop. It needs a total above 150 and gives a fixed discount of 40.`;
    expect(readQuery(text)).toMatchObject({
      kind: 'voucher',
      oneShop: false,
      wishes: [{ leaf: 'Kitchen Knives' }],
      voucher: { budget: 200, threshold: 150, discount: { type: 'fixed', amount: 40 } },
    });
  });

  it('leaves requests in other words to the other reader', () => {
    const [wish] = readQuery('I need a kitchen knife with cleaver as knife type.').wishes;
    expect(wish!.leaf).toBeUndefined();
    expect(wish!.clauses).toMatchObject([{ label: 'knife type', value: 'cleaver' }]);
  });
});
