import { describe, expect, it } from 'vitest';
import { withoutTagged } from './without-tagged.ts';

describe('removing tagged parts', () => {
  it('removing tagged parts keeps text outside of pairs and tags that are never closed', () => {
    expect(withoutTagged('a<t>b</t>c<t>d</t>', 't')).toBe('ac');
    expect(withoutTagged('a<t>b<t>c</t>d</t>', 't', ' ')).toBe('a d</t>');
    expect(withoutTagged('a</t>b<t>c', 't')).toBe('a</t>b<t>c');
  });

  it('removes tagged parts of a million unclosed tags in one pass', () => {
    const wall = '<t>'.repeat(1_000_000);
    expect(withoutTagged(wall, 't')).toBe(wall);
  });
});
