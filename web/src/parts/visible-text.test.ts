import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_SAMPLES } from '../testing/hostile-samples.ts';
import { type Piece, visiblePieces, visibleText } from './visible-text.ts';

/** None of this may reach a page from untrusted text. */
const NEVER =
  /[^\P{Cc}\n\t]|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|[^\P{Zs} ]|[\u2800\uFFFC\u115F\u1160\u3164\uFFA0]|\u034F/u;
const SELECTOR = /(?<![\p{Extended_Pictographic}0-9#*])\p{Variation_Selector}/u;
const STACK = /\p{M}{4}/u;

function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.label}]`)).join('');
}

describe('untrusted text', () => {
  it('there are at least fifty samples of hostile text', () => {
    expect(Object.keys(HOSTILE_SAMPLES).length).toBeGreaterThanOrEqual(50);
  });

  it.each(Object.entries(HOSTILE_SAMPLES))('visible text contains nothing that hides or reorders: %s', (_, sample) => {
    const { pieces } = visiblePieces(sample);
    for (const piece of pieces) {
      const shown = piece.kind === 'text' ? piece.text : piece.label;
      expect(shown).not.toMatch(NEVER);
      expect(shown).not.toMatch(SELECTOR);
      expect(shown).not.toMatch(STACK);
    }
    expect(pieces.length).toBeLessThan(400);
    expect(visibleText(sample).length).toBeLessThan(2_000);
  });

  it.each([
    ['a\u202Eb', 'a[U+202E]b'],
    ['\u001B[31m', '[ESC][31m'],
    ['a\rb', 'a[CR]b'],
    ['a\r\nb', 'a\nb'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
    ['\uD83D', '[U+D83D]'],
    ['\u{E0041}', '[U+E0041]'],
    ['a\u00A0b', 'a[U+00A0]b'],
    ['❤\uFE0F 1\uFE0F\u20E3 😀', '❤\uFE0F 1\uFE0F\u20E3 😀'],
    ['❤\uFE0F\uFE0F', '❤\uFE0F[U+FE0F]'],
    [`e${'\u0301'.repeat(5)}x`, 'e\u0301\u0301\u0301[+2 marks]x'],
    ['\u0301', '◌\u0301'],
    ['\u200B'.repeat(10), `${'[U+200B]'.repeat(6)}[+4 hidden]`],
    ['việt nam, עברית, हिन्दी, 日本語', 'việt nam, עברית, हिन्दी, 日本語'],
  ])('visible text shows %j as %j', (text, shown) => {
    expect(textOf(visiblePieces(text).pieces)).toBe(shown);
  });

  it('a replaced character has a label and its meaning', () => {
    expect(visiblePieces('\u202E').pieces).toEqual([
      { kind: 'sign', label: 'U+202E', meaning: 'U+202E right-to-left override' },
    ]);
  });

  it('visible text is shortened by characters and lines, and says how much is left', () => {
    expect(visiblePieces('abcdef', { limit: 4 })).toEqual({ pieces: [{ kind: 'text', text: 'abcd' }], left: 2 });
    expect(visiblePieces('a\nb\nc', { lines: 2 })).toEqual({ pieces: [{ kind: 'text', text: 'a\nb' }], left: 2 });
    expect(visiblePieces('abc😀', { limit: 4 })).toEqual({ pieces: [{ kind: 'text', text: 'abc' }], left: 2 });
    expect(visibleText('a\nb', 10)).toBe('a[LF]b');
    expect(visibleText('abcdef', 3)).toBe('abc…');
  });

  it('visible text is harmless for any input, and unchanged if already harmless', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const shown = visiblePieces(text).pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []));
        expect(shown.filter((each) => NEVER.test(each))).toEqual([]);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 80 }), (text) => {
        expect(textOf(visiblePieces(text).pieces)).toBe(text);
      }),
    );
  });
});
