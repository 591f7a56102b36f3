import { describe, expect, it } from 'vitest';
import { wordsOf } from './words-of.ts';

/** The same by expressions: slower, and easier to believe. */
function byExpressions(text: string): string {
  const letters = text.toLowerCase().replaceAll(/\\[nrt]/g, ' ');
  return ` ${letters.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

describe('the words of a text', () => {
  it('have a space around each, whatever stood between them', () => {
    expect(wordsOf('Red  "desk\\nlamp", 25W!')).toBe(' red desk lamp 25w ');
    expect(wordsOf('Café №5 — 中文①')).toBe(' café 5 中文① ');
    expect(wordsOf('')).toBe('  ');
    expect(wordsOf('\\n')).toBe('  ');
    expect(wordsOf('a\\')).toBe(' a ');
  });

  it('are those that expressions find, around every character there is', () => {
    const different: string[] = [];
    for (let code = 0; code < 0x11_00_00; code++) {
      const text = `a${String.fromCodePoint(code)}B`;
      if (wordsOf(text) !== byExpressions(text)) different.push(code.toString(16));
    }
    expect(different).toEqual([]);
  });

  it('are found in texts of any length, and at halves of pairs', () => {
    for (const text of ['İß \\T-'.repeat(30_000), 'lamp, '.repeat(50_000), '\ud83d x\ude00 \ud83d\ude00y'.repeat(3)]) {
      expect(wordsOf(text) === byExpressions(text)).toBe(true);
    }
    expect(wordsOf('short again')).toBe(' short again ');
  });
});
