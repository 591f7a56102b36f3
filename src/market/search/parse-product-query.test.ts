import { describe, expect, it } from 'vitest';
import { decodeEscapes, MAX_QUERY_LENGTH, parseProductQuery, type WireQuery } from './parse-product-query.ts';

function parse(rest: WireQuery) {
  return parseProductQuery({ q: 'red lamp', page: '1', ...rest });
}

function compat(rest: WireQuery) {
  return parseProductQuery({ q: 'red lamp', page: '1', ...rest }, { compat: true });
}

describe('parseProductQuery', () => {
  it('parses a product query with every parameter', () => {
    expect(parse({ page: '3', shop_id: '77', price: '180-505', sort: 'priceasc', service: 'COD, official' })).toEqual({
      terms: ['red', 'lamp'],
      page: 3,
      shopId: '77',
      price: { low: 180, high: 505 },
      sort: 'priceasc',
      services: ['COD', 'official'],
    });
  });

  it('a product query has defaults for missing parameters', () => {
    expect(parseProductQuery({ q: 'lamp' })).toEqual({ terms: ['lamp'], page: 1, services: [], sort: 'default' });
    expect(parse({ price: '', service: 'default', sort: '', shop_id: '' })).toEqual(parse({}));
  });

  it.each([
    ['price', 'above:10', '"low-high" or "low-"'],
    ['price', '10', '"low-high" or "low-"'],
    ['price', '-10', '"low-high" or "low-"'],
    ['price', '300-100', '"low-high" or "low-"'],
    ['price', '1-2-3', '"low-high" or "low-"'],
    ['price', '1e9-2', '"low-high" or "low-"'],
    ['service', 'lazmall', 'official, freeShipping, COD, flashsale'],
    ['service', 'COD,cod', 'official, freeShipping, COD, flashsale'],
    ['page', '9', 'a whole number from 1 to 5'],
    ['page', '0', 'a whole number from 1 to 5'],
    ['page', 'two', 'a whole number from 1 to 5'],
    ['page', '1.5', 'a whole number from 1 to 5'],
    ['sort', 'cheapest', 'default, order, priceasc, pricedesc'],
  ])('rejects %s=%s and names the accepted form', (name, value, accepted) => {
    expect(() => parse({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'SEARCH_FILTER_INVALID', message: expect.stringContaining(accepted) }),
    );
  });

  it('rejects a query without search words, or with far too many', () => {
    for (const q of [undefined, '', '   ', '%20', '+', 'x'.repeat(MAX_QUERY_LENGTH + 1), 'lamp '.repeat(500)]) {
      expect(() => parse({ q })).toThrow(expect.objectContaining({ code: 'SEARCH_QUERY_INVALID' }));
    }
  });

  it('shows an invalid value shortened and without control characters', () => {
    expect(() => parse({ sort: `\u001b[2J\u202e${'x'.repeat(500)}` })).toThrow(/^sort "\?\[2J\?x{50,60}…" is not/);
  });

  it('decodes a query that was encoded twice', () => {
    expect(decodeEscapes('red+lamp%2C+5%25+off')).toBe('red lamp, 5% off');
    expect(decodeEscapes('caf%C3%A9')).toBe('café');
    expect(decodeEscapes('100% cotton %zz %ff%fe %')).toBe('100% cotton %zz %ff%fe %');
    expect(parse({ q: 'red%20lamp' })?.terms).toEqual(['red', 'lamp']);
  });

  it.each([
    '🔥🔥',
    '\u0000\u0001\u0007',
    `'; DROP TABLE product; --`,
    'title:(lamp OR *) AND "x"~3 ^4 \\',
    '<script>alert(1)</script>',
    '\ud800 lone surrogate',
    '../../etc/passwd',
    '{{7*7}} %24{jndi:ldap://x}',
  ])('accepts %j as search words', (q) => {
    expect(Array.isArray(parse({ q })?.terms)).toBe(true);
    expect(Array.isArray(compat({ q })?.terms ?? [])).toBe(true);
  });

  describe('compatible mode', () => {
    it('compatible mode ignores filters it does not understand', () => {
      const plain = compat({});
      expect(compat({ price: 'above:10' })).toEqual(plain);
      expect(compat({ price: '10' })).toEqual(plain);
      expect(compat({ service: 'lazmall', sort: 'cheapest' })).toEqual(plain);
      expect(compat({ service: 'lazmall,COD,COD' })?.services).toEqual(['COD']);
    });

    it('compatible mode reads half a price range as the reference does', () => {
      expect(compat({ price: '-300' })?.price).toEqual({ low: 0, high: 300 });
      expect(compat({ price: '300-' })?.price).toEqual({ low: 300, high: Infinity });
      expect(compat({ price: '300-abc' })?.price).toEqual({ low: 300, high: Infinity });
      expect(compat({ price: '500-100' })?.price).toEqual({ low: 500, high: 100 });
    });

    it('compatible mode finds nothing for a page out of range, a missing page or no words', () => {
      for (const page of ['9', '0', undefined, '', 'two', '-1', '1.5']) expect(compat({ page })).toBeUndefined();
      for (const q of ['', undefined, ' ', '()+*']) expect(compat({ q })).toBeUndefined();
    });

    it('compatible mode keeps percent escapes in the query, but decodes the plus', () => {
      expect(compat({ q: 'red+lamp%2C' })?.terms).toEqual(['red', 'lamp', '2c']);
    });
  });
});
