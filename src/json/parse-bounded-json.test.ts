import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBoundedJson } from './parse-bounded-json.ts';

const BOUNDS = { maxBytes: 1 << 20, maxDepth: 64, maxNodes: 200_000 };

describe('parseBoundedJson', () => {
  it('parseBoundedJson reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        const parsed = parseBoundedJson(Buffer.from(text), {
          ...BOUNDS,
          allowUnsafeIntegers: true,
          allowReservedKeys: true,
        });
        expect(parsed).toMatchObject({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it.each([
    ['too deep', '['.repeat(200_000) + ']'.repeat(200_000)],
    ['too deep', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
    ['too deep', '['.repeat(65)],
    ['too many nodes', `[${'0,'.repeat(300_000)}0]`],
    ['too large', `"${'x'.repeat(1 << 20)}"`],
    ['not json', '{"a":NaN}'],
    ['not json', '{} {}'],
    ['not json', '\ufeff{}'],
    ['not json', ''],
    ['not json', '{"a":1'],
    ['not json', ']]]]'],
    ['not json', '"\u0000"'],
    ['non-finite number', '{"a":1e999}'],
    ['non-finite number', '[-1e999]'],
    ['unsafe integer', '{"a":12345678901234567890}'],
    ['unsafe integer', '[9007199254740993]'],
    ['reserved key', '{"__proto__":{"x":1}}'],
    ['reserved key', '[{"a":{"constructor":1}}]'],
    ['reserved key', '{"\\u005f_proto__":1}'],
  ])('parseBoundedJson rejects JSON as %s', (flaw, text) => {
    expect(parseBoundedJson(Buffer.from(text), BOUNDS)).toMatchObject({ ok: false, flaw });
  });

  it('parseBoundedJson rejects bytes that are not UTF-8', () => {
    expect(parseBoundedJson(Uint8Array.of(0x22, 0xff, 0x22), BOUNDS)).toMatchObject({ flaw: 'not utf-8' });
    expect(parseBoundedJson(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22), BOUNDS)).toMatchObject({ flaw: 'not utf-8' });
  });

  it('parseBoundedJson does not count brackets in strings', () => {
    for (const value of [{ a: '['.repeat(1000) }, ['\\"[[[['.repeat(100)], { '{,[': ','.repeat(300_000) }]) {
      expect(parseBoundedJson(JSON.stringify(value), BOUNDS)).toMatchObject({ ok: true, value });
    }
  });

  it('parseBoundedJson accepts exactly the allowed depth', () => {
    expect(parseBoundedJson('['.repeat(64) + ']'.repeat(64), BOUNDS).ok).toBe(true);
  });

  it('parseBoundedJson reports rounded integers and lone surrogates where they are allowed', () => {
    expect(parseBoundedJson('[1,"x"]', BOUNDS)).toMatchObject({ unsafeIntegers: false, loneSurrogates: false });
    expect(parseBoundedJson('[12345678901234567890]', { ...BOUNDS, allowUnsafeIntegers: true })).toMatchObject({
      ok: true,
      unsafeIntegers: true,
    });
    expect(parseBoundedJson('["\\ud800"]', BOUNDS)).toMatchObject({ ok: true, loneSurrogates: true });
    expect(parseBoundedJson('{"\\udc00":1}', BOUNDS)).toMatchObject({ ok: true, loneSurrogates: true });
    expect(parseBoundedJson('["\\ud83d\\ude00"]', BOUNDS)).toMatchObject({ ok: true, loneSurrogates: false });
  });

  it('parseBoundedJson never throws and never returns a number JSON cannot hold', () => {
    const pieces = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"',
      '\\',
      'a',
      '1',
      '1e400',
      '-',
      ' ',
      '\ud800',
      '"a":',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const parsed = parseBoundedJson(parts.join(''), BOUNDS);
        if (parsed.ok) expect(JSON.parse(JSON.stringify(parsed.value))).toEqual(parsed.value);
      }),
    );
  });
});
