import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrap } from './wrap.ts';

describe('wrapping', () => {
  it('wraps text between words', () => {
    expect(wrap('red shoes, size 42', 10)).toEqual(['red shoes,', 'size 42']);
    expect(wrap('short', 10)).toEqual(['short']);
    expect(wrap('', 10)).toEqual(['']);
  });

  it('wrapping splits a word that is longer than a line', () => {
    expect(wrap('a bcdefgh i', 3)).toEqual(['a', 'bcd', 'efg', 'h i']);
    expect(wrap('😀😀', 2)).toEqual(['😀', '😀']);
  });

  it('wrapping loses no character and exceeds no width', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 2, max: 40 }), (text, width) => {
        const lines = wrap(text, width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
      }),
    );
  });
});
