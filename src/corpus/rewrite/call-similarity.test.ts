import { describe, expect, it } from 'vitest';
import { callSimilarity } from './call-similarity.ts';

const search = (given: Readonly<Record<string, unknown>>) => ({ name: 'find_product', arguments: given });
const open = (product_ids: string) => ({ name: 'view_product_information', arguments: { product_ids } });

describe('similarity of two calls', () => {
  const real = search({ q: 'red oak lamp', price: '0-500' });

  it('two calls with the same meaning have similarity 1, however they are written', () => {
    expect(callSimilarity(real, search({ price: '0 - 500', query: 'Red  oak lamp', page: 1, sort: 'default' }))).toBe(
      1,
    );
    expect(callSimilarity(open('1,2'), open('2, 1'))).toBe(1);
  });

  it('similarity is 0 for another tool and for no call', () => {
    expect(callSimilarity(real, open('1'))).toBe(0);
    expect(callSimilarity(real, undefined)).toBe(0);
  });

  it('similarity grows with shared arguments, and counts every argument, numbers and lists too', () => {
    const scores = [
      { name: 'find_product', arguments: null },
      search({ q: 'kettle' }),
      search({ q: 'red lamp' }),
      search({ q: 'red lamp', price: '0-500' }),
      real,
    ].map((predicted) => callSimilarity(real, predicted));
    expect(scores).toEqual(scores.toSorted((left, right) => left - right));
    expect(new Set(scores).size).toBe(5);
    const voucher = { name: 'calculate_voucher', arguments: { cap: 100, prices: [1, 2], same: true } };
    expect(callSimilarity(voucher, voucher)).toBe(1);
    expect(callSimilarity(voucher, { ...voucher, arguments: { ...voucher.arguments, cap: 99 } })).toBeLessThan(1);
  });
});
