import { describe, expect, it } from 'vitest';
import { assertWeightVector, weightRow } from './weight-vector.ts';

describe('a weight vector', () => {
  it('a weight vector becomes a row with zeros for uids it does not name', () => {
    expect(weightRow({ uids: [3, 0], values: [7, 65_535] }, 5)).toEqual([65_535, 0, 0, 7, 0]);
  });

  it.each([
    ['lengths that differ', [0, 1], [1], '2 uids and 1 values'],
    ['a uid that is not taken', [4], [1], 'uid 4 is not one of the 4 neurons'],
    ['a uid below zero', [-1], [1], 'uid -1'],
    ['a broken uid', [0.5], [1], 'uid 0.5'],
    ['a uid twice', [1, 1], [1, 2], 'named twice'],
    ['a value too large', [1], [65_536], '65536 is not a whole number'],
    ['a broken value', [1], [0.5], '0.5 is not a whole number'],
    ['a value that is not a number', [1], [Number.NaN], 'NaN is not a whole number'],
    ['nothing but zeros', [0, 1], [0, 0], 'all zero'],
    ['nothing', [], [], 'all zero'],
  ])('rejects a weight vector with %s', (_, uids, values, message) => {
    expect(() => assertWeightVector({ uids, values }, 4)).toThrow(message);
  });

  it('a weight vector may name every uid', () => {
    expect(() => assertWeightVector({ uids: [0, 1, 2, 3], values: [0, 0, 65_535, 1] }, 4)).not.toThrow();
  });
});
