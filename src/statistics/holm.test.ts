import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holm } from './holm.ts';

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

describe('holm', () => {
  it('Holm’s correction matches the textbook example', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005]).map((value) => rounded(value, 12))).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(holm([])).toEqual([]);
  });

  it('Holm’s correction lies between raw and Bonferroni, keeps the order, and changes nothing for one test', () => {
    const list = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(list, (raw) => {
        const corrected = holm(raw);
        for (const [place, value] of corrected.entries()) {
          expect(value).toBeGreaterThanOrEqual(raw[place]!);
          expect(value).toBeLessThanOrEqual(Math.min(1, raw[place]! * raw.length));
          for (const [other, another] of corrected.entries())
            if (raw[other]! < raw[place]!) expect(another).toBeLessThanOrEqual(value);
        }
        expect(holm([raw[0]!])).toEqual([raw[0]]);
      }),
    );
  });

  it('raises each probability by Holm’s steps', () => {
    const adjusted = holm([0.01, 0.04, 0.03]);
    expect(adjusted[0]).toBeCloseTo(0.03, 12);
    expect(adjusted[1]).toBeCloseTo(0.06, 12);
    expect(adjusted[2]).toBeCloseTo(0.06, 12);
    expect(holm([])).toEqual([]);
    expect(holm([0.2])).toEqual([0.2]);
  });

  it('Holm’s correction never lowers a probability, never exceeds 1 and keeps the order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (given) => {
        const adjusted = holm(given);
        for (const [index, value] of adjusted.entries()) {
          expect(value).toBeGreaterThanOrEqual(given[index]!);
          expect(value).toBeLessThanOrEqual(1);
          for (const [other, theirs] of adjusted.entries())
            if (given[index]! < given[other]!) expect(value).toBeLessThanOrEqual(theirs);
        }
      }),
    );
  });
});
