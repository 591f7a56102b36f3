import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contribution, decodeLength, encodeLength, inverseDocumentFrequency, lengthFactors } from './bm25.ts';

describe('BM25', () => {
  it('encodes field lengths as Lucene 8.11 does', () => {
    const lucene = [
      [0, 0, 0],
      [1, 1, 1],
      [23, 23, 23],
      [24, 24, 24],
      [39, 39, 39],
      [40, 40, 40],
      [41, 40, 40],
      [42, 41, 42],
      [43, 41, 42],
      [50, 45, 50],
      [57, 48, 56],
      [60, 49, 60],
      [72, 52, 72],
      [100, 57, 96],
      [1000, 87, 984],
    ] as const;
    for (const [length, encoded, decoded] of lucene) {
      expect(encodeLength(length)).toBe(encoded);
      expect(decodeLength(encoded)).toBe(decoded);
    }
  });

  it('never encodes a longer text as shorter', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (left, right) => {
        const [short, long] = left < right ? [left, right] : [right, left];
        expect(encodeLength(short)).toBeLessThanOrEqual(encodeLength(long));
        expect(decodeLength(encodeLength(long))).toBeLessThanOrEqual(long);
      }),
    );
  });

  it('BM25 rewards rare terms, repetition and brevity, within the weight', () => {
    const factors = lengthFactors(43);
    expect(inverseDocumentFrequency(1000, 1)).toBeGreaterThan(inverseDocumentFrequency(1000, 500));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 254 }),
        fc.nat(254),
        fc.double({ min: 0.001, max: 15, noNaN: true }),
        (tf, length, weight) => {
          const value = contribution(Math.fround(weight), tf, factors[length]!);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(Math.fround(weight));
          expect(contribution(Math.fround(weight), tf + 1, factors[length]!)).toBeGreaterThanOrEqual(value);
          expect(contribution(Math.fround(weight), tf, factors[length + 1]!)).toBeLessThanOrEqual(value);
        },
      ),
    );
  });

  it('the sum of BM25 contributions does not depend on their order', () => {
    const factors = lengthFactors(43);
    const part = fc.tuple(
      fc.double({ min: 1e-7, max: 16, noNaN: true }),
      fc.integer({ min: 1, max: 255 }),
      fc.nat(255),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 250 }), (parts) => {
        const values = parts.map(([weight, tf, length]) => contribution(Math.fround(weight), tf, factors[length]!));
        const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
        expect(sum(values.toReversed())).toBe(sum(values));
        expect(sum(values.toSorted((a, b) => a - b))).toBe(sum(values));
      }),
    );
  });
});
