import { describe, expect, it } from 'vitest';
import { withoutTagged } from './without-tagged.ts';

describe('a text without tagged parts', () => {
  it('keeps what is outside of pairs and what is never closed', () => {
    expect(withoutTagged('a<t>b</t>c<t>d</t>', 't')).toBe('ac');
    expect(withoutTagged('a<t>b<t>c</t>d</t>', 't', ' ')).toBe('a d</t>');
    expect(withoutTagged('a</t>b<t>c', 't')).toBe('a</t>b<t>c');
  });

  it('is made in one pass', () => {
    const wall = '<t>'.repeat(1_000_000);
    expect(withoutTagged(wall, 't')).toBe(wall);
  });
});
