import { describe, expect, it } from 'vitest';
import { spacedWords } from './spaced-words.ts';

/** The same with regular expressions: slower, but easier to verify. */
function byExpressions(text: string): string {
  const letters = text.toLowerCase().replaceAll(/\\[nrt]/g, ' ');
  return ` ${letters.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

describe('spacedWords', () => {
  it('spacedWords puts one space around each word, whatever separated them', () => {
    expect(spacedWords('Red  "desk\\nlamp", 25W!')).toBe(' red desk lamp 25w ');
    expect(spacedWords('Café №5 — 中文①')).toBe(' café 5 中文① ');
    expect(spacedWords('')).toBe('  ');
    expect(spacedWords('\\n')).toBe('  ');
    expect(spacedWords('a\\')).toBe(' a ');
  });

  it('spacedWords equals the regular expressions for every Unicode character', () => {
    const different: string[] = [];
    const differs = (text: string): boolean => spacedWords(text) !== byExpressions(text);
    const BLOCK = 0x400;
    for (let start = 0; start < 0x11_00_00; start += BLOCK) {
      const texts = Array.from({ length: BLOCK }, (_, place) => `a${String.fromCodePoint(start + place)}B`);
      // One call for a block, because a million calls take seconds.
      if (differs(texts.join(' ')))
        different.push(...texts.filter(differs).map((text) => text.codePointAt(1)!.toString(16)));
    }
    expect(different).toEqual([]);
  });

  it('spacedWords splits texts of any length, also at half of a surrogate pair', () => {
    for (const text of ['İß \\T-'.repeat(30_000), 'lamp, '.repeat(50_000), '\ud83d x\ude00 \ud83d\ude00y'.repeat(3)]) {
      expect(spacedWords(text) === byExpressions(text)).toBe(true);
    }
    expect(spacedWords('short again')).toBe(' short again ');
  });
});
