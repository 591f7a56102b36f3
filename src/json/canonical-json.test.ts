import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('canonical JSON does not depend on the order of keys', () => {
    expect(canonicalJson({ b: 1, a: { d: [2, null], c: 'é' } })).toBe('{"a":{"c":"é","d":[2,null]},"b":1}');
    expect(canonicalJson({ 10: 'x', 9: 'y' })).toBe('{"10":"x","9":"y"}');
    expect(canonicalJson({ left: undefined })).toBe('{}');
  });

  it('canonical JSON round-trips to the same value and text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });

  it('canonical JSON rejects values that JSON would turn into null', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, [undefined], () => 1]) {
      expect(() => canonicalJson(value)).toThrow('cannot be written as JSON');
    }
  });
});
