import { describe, expect, it } from 'vitest';
import { counted } from './counted.ts';
import { maskHidden } from './mask-hidden.ts';
import { shortenAfter, shortenMiddle, shortenToWidth } from './shorten.ts';

describe('shortening', () => {
  it('shorten leaves a text that fits unchanged', () => {
    expect(shortenAfter('abcde', 5)).toBe('abcde');
    expect(shortenToWidth('abcde', 5)).toBe('abcde');
    expect(shortenMiddle('abcde', 2, 2)).toBe('abcde');
  });

  it('shorten keeps the given number of characters beside the ellipsis, or counts it within the width', () => {
    expect(shortenAfter('abcdef', 5)).toBe('abcde…');
    expect(shortenToWidth('abcdef', 5)).toBe('abcd…');
    expect(shortenMiddle('abcdef', 2, 2)).toBe('ab…ef');
  });
});

describe('counted', () => {
  it('counted adds an s to every number but 1', () => {
    expect([0, 1, 2].map((count) => counted(count, 'run'))).toEqual(['0 runs', '1 run', '2 runs']);
  });
});

describe('maskHidden', () => {
  it('shows a box for control, format, private and unassigned characters', () => {
    expect(maskHidden('a\u0007b\u202ec\ue000d\u0378e')).toBe('a□b□c□d□e');
    expect(maskHidden('half \ud83d')).toBe('half \ufffd');
    expect(maskHidden('line\n\ttab é 😀')).toBe('line\n\ttab é 😀');
  });
});
