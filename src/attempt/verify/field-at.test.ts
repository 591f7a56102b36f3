import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { fieldAt } from './field-at.ts';
import { findChangedByte } from './find-changed-byte.ts';

const RECORD = { name: 'é', usage: { calls: { search: 3, view: 0 }, list: [1, { deep: true }] }, when: null };
const TEXT = Buffer.from(canonicalJson(RECORD));

describe('fieldAt', () => {
  it('names the innermost field at a byte position', () => {
    const cases: [text: string, field: string][] = [
      ['é', 'name'],
      ['"name"', 'name'],
      ['3', 'usage.calls.search'],
      ['"search"', 'usage.calls.search'],
      ['true', 'usage.list.1.deep'],
      ['null', 'when'],
    ];
    for (const [text, field] of cases) expect(fieldAt(RECORD, TEXT.indexOf(text))).toBe(field);
    expect(fieldAt(RECORD, 0)).toBe('');
    expect(fieldAt(RECORD, TEXT.length - 1)).toBe('when');
  });

  it('every byte between the outer braces of a record has a field name', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (record, place) => {
        const text = Buffer.from(canonicalJson(record));
        const names = Object.keys(record);
        const field = fieldAt(record, 1 + (place % (text.length - 2)));
        expect(names.some((name) => field === name || field.startsWith(`${name}.`))).toBe(true);
      }),
    );
  });
});

describe('findChangedByte', () => {
  const hash = sha256(TEXT);

  it('finds a flipped bit or an overwritten letter at any position', () => {
    for (const position of TEXT.keys()) {
      for (const other of [TEXT[position]! ^ 0x80, TEXT[position]! ^ 0x01]) {
        const changed = Buffer.from(TEXT);
        changed[position] = other;
        expect(findChangedByte(changed, hash)).toEqual({ position, original: Uint8Array.from(TEXT) });
      }
    }
    const changed = Buffer.from(TEXT);
    changed[TEXT.indexOf('3')] = 'Z'.charCodeAt(0);
    expect(findChangedByte(changed, hash)).toMatchObject({ position: TEXT.indexOf('3') });
  });

  it('gives up when several bytes changed, or when the search would take too long', () => {
    expect(findChangedByte(Buffer.concat([TEXT, Buffer.from(' ')]), hash)).toBeUndefined();
    expect(findChangedByte(Buffer.alloc(100_000), hash)).toBeUndefined();
  });
});
