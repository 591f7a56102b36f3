import { describe, expect, it } from 'vitest';
import { isJsonObject, listOf, numberOf, objectOf, ownField, textOf } from './json-object.ts';

const VALUES = [null, undefined, true, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '', 'text', [], [1], {}, { a: 1 }];

function kept(accept: (value: unknown) => boolean): unknown[] {
  return VALUES.filter((value) => accept(value));
}

describe('narrowing JSON', () => {
  it('accepts objects, and neither lists nor null, as objects', () => {
    expect(kept(isJsonObject)).toEqual([{}, { a: 1 }]);
    expect(kept((value) => objectOf(value) === value)).toEqual([{}, { a: 1 }]);
    expect(isJsonObject(Object.create(null))).toBe(true);
  });

  it('returns an empty object or list in place of anything else', () => {
    expect(objectOf([1])).toEqual({});
    expect(objectOf('text')).toEqual({});
    expect(listOf({ length: 1 })).toEqual([]);
    expect(kept((value) => listOf(value) === value)).toEqual([[], [1]]);
  });

  it('reads only strings and finite numbers', () => {
    expect(VALUES.map(textOf).filter((value) => value !== undefined)).toEqual(['', 'text']);
    expect(VALUES.map(numberOf).filter((value) => value !== undefined)).toEqual([0, 1.5]);
  });

  it('reads only own properties of JSON objects', () => {
    expect(ownField({ a: 1 }, 'a')).toBe(1);
    expect(ownField({}, 'constructor')).toBeUndefined();
    expect(ownField(JSON.parse('{"__proto__": 1}'), '__proto__')).toBe(1);
    expect(ownField([1], 'length')).toBeUndefined();
    expect(ownField('text', 'length')).toBeUndefined();
    expect(ownField(null, 'a')).toBeUndefined();
  });
});
