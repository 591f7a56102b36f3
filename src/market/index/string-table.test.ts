import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareStrings, StringTable } from './string-table.ts';

function tableOf(strings: readonly string[]): StringTable {
  const parts = strings.map((text) => Buffer.from(text, 'utf8'));
  const offsets = new Uint32Array(parts.length + 1);
  for (const [place, part] of parts.entries()) offsets[place + 1] = offsets[place]! + part.length;
  return new StringTable(Buffer.concat(parts), offsets);
}

const text = fc.string({ unit: 'grapheme', maxLength: 12 });

describe('StringTable', () => {
  it('the string table compares strings as UTF-8 bytes', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(Math.sign(compareStrings(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
      }),
    );
    expect(compareStrings('\uffee', '😀')).toBeLessThan(0);
  });

  it('the string table finds every string it holds and no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(text), text, (strings, other) => {
        const sorted = strings.toSorted(compareStrings);
        const table = tableOf(sorted);
        for (const [place, held] of sorted.entries()) {
          expect(table.find(held)).toBe(place);
          expect(table.at(place)).toBe(held);
        }
        expect(table.find(other)).toBe(sorted.indexOf(other));
      }),
    );
  });
});
