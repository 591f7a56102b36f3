import { describe, expect, it } from 'vitest';
import { isDifferent, measuresOf, thinned } from './training-summary.ts';

describe('a training in numbers', () => {
  it('has one column for everything that any stage was measured by', () => {
    const one = { value: 0.5, interval: null };
    expect(
      measuresOf([
        { stage: 'base', measures: { 'pass@1': one } },
        { stage: 'sft', measures: { 'pass@1': one, format: one } },
      ]),
    ).toEqual(['pass@1', 'format']);
    expect(measuresOf([])).toEqual([]);
  });

  it('calls a difference one only when its interval leaves out zero', () => {
    expect(isDifferent({ value: 0.1, interval: { low: 0.01, high: 0.2 } })).toBe(true);
    expect(isDifferent({ value: -0.1, interval: { low: -0.2, high: -0.01 } })).toBe(true);
    expect(isDifferent({ value: 0.1, interval: { low: 0, high: 0.2 } })).toBe(false);
    expect(isDifferent({ value: 0.1, interval: null })).toBe(false);
  });

  it('thins long curves and keeps both ends', () => {
    const points = Array.from({ length: 10_001 }, (_, step) => step);
    const few = thinned(points, 500);
    expect(few).toHaveLength(500);
    expect([few[0], few.at(-1)]).toEqual([0, 10_000]);
    expect(thinned([1, 2], 500)).toEqual([1, 2]);
  });
});
