import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQueryString } from './parse-query-string.ts';

describe('parseQueryString', () => {
  it.each([
    ['', {}],
    ['q=red+desk%20lamp&page=1', { q: 'red desk lamp', page: '1' }],
    ['q=a&q=b&q=c', { q: ['a', 'b', 'c'] }],
    ['q', { q: '' }],
    ['q=a=b&&', { q: 'a=b' }],
    ['=x', { '': 'x' }],
    ['q=100%', { q: '100%' }],
    ['q=%ff%fe', { q: '%ff%fe' }],
    ['q=%E8%8C%B6', { q: '茶' }],
  ])('reads the query string %j', (text, parameters) => {
    expect({ ...parseQueryString(text) }).toEqual(parameters);
  });

  it('query parameters named like object properties have no special meaning', () => {
    const parameters = parseQueryString('__proto__=1&constructor=2&__proto__=3');
    expect(Object.entries(parameters)).toEqual([
      ['__proto__', ['1', '3']],
      ['constructor', '2'],
    ]);
    expect(Object.getPrototypeOf(parameters)).toBeNull();
  });

  it('reads back what URLSearchParams writes', () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
        const read = parseQueryString(new URLSearchParams(pairs).toString());
        for (const [name] of pairs) {
          const values = pairs.filter(([other]) => other === name).map(([, value]) => value);
          expect(read[name]).toEqual(values.length === 1 ? values[0] : values);
        }
      }),
    );
  });
});
