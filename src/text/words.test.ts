import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedText, foldedWords } from './folded-text.ts';
import { placedWords, separatedTerms, wholeWords, words } from './words.ts';

describe('words', () => {
  it('words splits at everything that is neither letter nor digit', () => {
    expect(words("Men's 2.5-inch pan_body №5, Café 中文!")).toEqual([
      'men',
      's',
      '2',
      '5',
      'inch',
      'pan',
      'body',
      '5',
      'café',
      '中文',
    ]);
    expect(words(' … ')).toEqual([]);
  });
});

describe('wholeWords', () => {
  it('wholeWords keeps inner dots and apostrophes', () => {
    expect(wholeWords("Men's 2.5-inch, don’t. End.")).toEqual(["men's", '2.5', 'inch', 'don’t', 'end']);
    expect(wholeWords('')).toEqual([]);
  });

  it('wholeWords returns the words of placedWords, at their stated positions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const placed = placedWords(text);
        expect(placed.map((word) => word.text)).toEqual(wholeWords(text));
        for (const { text: word, start, end } of placed) expect(text.toLowerCase().slice(start, end)).toBe(word);
      }),
    );
  });

  it('wholeWords returns the same letters and digits as words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(wholeWords(text).flatMap(words)).toEqual(words(text));
      }),
    );
  });
});

describe('separatedTerms', () => {
  it('separatedTerms splits at white space and commas only', () => {
    expect(separatedTerms(' 0-100,  red\tShirt,')).toEqual(['0-100', 'red', 'Shirt']);
    expect(separatedTerms('')).toEqual([]);
  });
});

describe('foldedWords', () => {
  it('foldedWords ignores case, accents, hidden characters and look-alikes', () => {
    expect(foldedWords('CAFÉ\u200b  lаmp (2.5 L)')).toEqual(['cafe', 'lamp', '2', '5', 'l']);
    expect(foldedWords('')).toEqual([]);
  });

  it('folded words joined by spaces are the folded text, and folding again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldedWords(text).join(' ')).toBe(foldedText(text));
        expect(foldedText(foldedText(text))).toBe(foldedText(text));
      }),
    );
  });
});
