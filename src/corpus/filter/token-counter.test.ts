import { describe, expect, it } from 'vitest';
import { estimatedTokens } from './token-counter.ts';

/** The same count, character by character. */
function byCharacters(text: string): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const letters = count(/[A-Za-z]/g);
  const digits = count(/[0-9]/g);
  const others = count(/[^\0-\x7f]/g);
  const signs = text.length - letters - digits - others - count(/ /g);
  return Math.ceil(letters / 4.5 + digits + signs / 1.8 + others * 0.7);
}

describe('token estimate', () => {
  it('the token estimate counts letters, digits, punctuation and non-ASCII characters', () => {
    expect(estimatedTokens.count('')).toBe(0);
    expect(estimatedTokens.count('lamplamp1')).toBe(3);
    expect(estimatedTokens.count('   ')).toBe(0);
    expect(estimatedTokens.count('€€€€€€€€€€')).toBe(7);
  });

  it('the token estimate is the same in chunks, also when a chunk splits a surrogate pair', () => {
    for (const unit of ['a', '{"q": 12}\n', 'é', '\u{1F600}', 'x\u{1F600}', '\ud83d ']) {
      for (const times of [1, 7, 32_768, 40_001]) {
        const text = unit.repeat(times);
        expect(estimatedTokens.count(text)).toBe(byCharacters(text));
      }
    }
  });
});
