import { describe, expect, it } from 'vitest';
import type { SeenProduct } from '../gates/seen-products.ts';
import { brokenLimit, productPart, readLimits } from './stated-limits.ts';

function priced(price: number, shopId = '1'): SeenProduct {
  return {
    id: `${shopId}${price}`,
    place: 0,
    shopId,
    title: [],
    rawTitle: '',
    prices: new Set([price]),
    services: undefined,
    opened: true,
    pairs: new Map(),
    words: new Set(),
    page: ' ',
  };
}

const VOUCHER = 'I need a lamp and a kettle. My budget is only `900`, but I have a voucher with the following rules:\n';

describe('limits that a request states', () => {
  it.each([
    ['I want a chair. It should cost around 910 pesos give or take 137.', 773, 1047],
    ['A dress, priced from 241 pesos up', 241, undefined],
    ['It has to sell for 1,373 pesos or more', 1373, undefined],
    ['It should sell for 471 to 870 pesos.', 471, 870],
    ['a lamp for at most 800 pesos', undefined, 800],
    ['no cheaper than 206 pesos', 206, undefined],
    ['a kettle of 1.7 l with at least 2 presets', undefined, undefined],
    ['a lamp under 300', undefined, undefined],
    ['a lamp. I can spend 376 pesos in all.', undefined, undefined],
    ['a lamp, nothing over 500 pesos', undefined, undefined],
    ['a lamp that must not be above 500 pesos', undefined, undefined],
    ['a lamp within 50 pesos of 300 pesos', undefined, undefined],
    ['a lamp for not more than 500 pesos', undefined, 500],
    ['a shirt without buttons and from 241 pesos up', 241, undefined],
  ])('reads the price limits of "%s"', (query, lowest, highest) => {
    expect(readLimits(query)).toMatchObject({ lowest, highest });
  });

  it.each([
    ['a lamp for at most 800 pesos', 800, false],
    ['a lamp for at most 800 pesos', 801, true],
    ['a lamp for at least 800 pesos', 799, true],
    ['a lamp. My budget is 800 pesos.', 801, true],
    ['a budget phone with 128 GB', 5_000, false],
    ['a lamp. My budget is 800 pesos, and I have a voucher.', 900, false],
    ['I am on a budget: 2 chairs and a table', 900, false],
    ['a lamp. Budget P800', 801, true],
    ['a lamp. My budget is 800. A voucher gives 100% off.', 900, false],
  ])('a price is held against "%s": %d', (query, price, isBroken) => {
    expect(brokenLimit(readLimits(query), [priced(price)]) !== undefined).toBe(isBroken);
  });

  it('a price limit breaks nothing where several products were taken', () => {
    expect(
      brokenLimit(readLimits('a lamp for at most 800 pesos and a kettle'), [priced(500), priced(900)]),
    ).toBeUndefined();
  });

  it.each([
    ['All of it should come from one shop.', true],
    ['They do not have to come from the same shop.', false],
    ['Whichever shop sells them.', false],
  ])('products of two shops are held against "%s"', (sentence, isBroken) => {
    const limits = readLimits(`A lamp and a kettle. ${sentence}`);
    expect(brokenLimit(limits, [priced(5, '1'), priced(5, '2')]) !== undefined).toBe(isBroken);
    expect(brokenLimit(limits, [priced(5, '1'), priced(6, '1')])).toBeUndefined();
  });

  it.each([
    ['1. It is valid only when the total exceeds `950`.\n2. It provides a fixed discount of `97`.', 997, false],
    ['1. It is valid only when the total exceeds `950`.\n2. It provides a fixed discount of `97`.', 998, true],
    ['1. It is valid only when the total exceeds `950`.\n2. It provides a fixed discount of `97`.', 940, true],
    ['It gives a percentage discount of `30%` with a cap of `50`.', 950, false],
    ['It gives a percentage discount of `30%` with a cap of `50`.', 951, true],
    ['It gives a percentage discount of `10%`.', 1_000, false],
  ])('a total is held against the budget after the voucher: %s %d', (rules, total, isBroken) => {
    expect(brokenLimit(readLimits(VOUCHER + rules), [priced(500), priced(total - 500)]) !== undefined).toBe(isBroken);
  });

  it('a voucher for one shop gives nothing for products of two', () => {
    const limits = readLimits(
      `${VOUCHER}All products have to come from a single shop for it. It provides a fixed discount of 200.`,
    );
    expect(brokenLimit(limits, [priced(500, '1'), priced(500, '1')])).toBeUndefined();
    expect(brokenLimit(limits, [priced(500, '1'), priced(500, '2')])).toBeDefined();
  });

  it('prices that no result showed break nothing', () => {
    const unknown = { ...priced(1), prices: new Set<number>() };
    expect(brokenLimit(readLimits('a lamp for at most 1 pesos'), [unknown])).toBeUndefined();
  });

  it('the product part of a request ends before the sentence about money', () => {
    expect(productPart('A lamp. It must be brass. I can spend 300 pesos. Thanks.')).toBe('A lamp. It must be brass.');
    expect(productPart('A brass lamp, please')).toBe('A brass lamp, please');
  });
});
