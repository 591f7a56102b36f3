import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberInWords, wordsToNumbers } from './number-words.ts';

describe('numbers in words', () => {
  it('reads back the number words it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9_999_999 }), (value) => {
        expect(wordsToNumbers(numberInWords(value).split(' '))).toEqual([String(value)]);
      }),
      { numRuns: 500 },
    );
  });

  it('reads and writes numbers in words as people say them', () => {
    expect(numberInWords(1250)).toBe('one thousand two hundred fifty');
    expect(wordsToNumbers('under five hundred and six pesos'.split(' '))).toEqual(['under', '506', 'pesos']);
    expect(wordsToNumbers('a hundred and ten or one lamp'.split(' '))).toEqual(['110', 'or', 'one', 'lamp']);
    expect(wordsToNumbers('hundreds or a lamp and two'.split(' '))).toEqual([
      'hundreds',
      'or',
      'a',
      'lamp',
      'and',
      '2',
    ]);
  });
});
