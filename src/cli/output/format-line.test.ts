import { describe, expect, it } from 'vitest';
import { wrapAfter } from './format-line.ts';

describe('a line with a start', () => {
  it('a line is wrapped at the width of the terminal, and indented after its start', () => {
    expect(wrapAfter('   1/3  ', 'failed: a message of several words', 30)).toBe(
      '   1/3  failed: a message of\n        several words',
    );
    expect(wrapAfter('1/3  ', 'a b', Number.POSITIVE_INFINITY)).toBe('1/3  a b');
  });
});
