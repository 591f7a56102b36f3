import { describe, expect, it } from 'vitest';
import { isDifferent, measuresOf, simulatedText } from './training-summary.ts';

describe('a training in numbers', () => {
  it('has one column for everything that any stage was measured by', () => {
    const one = { value: 0.5, interval: null };
    expect(
      measuresOf([
        { stage: 'base', ended: null, measures: { 'pass@1': one } },
        { stage: 'sft', ended: 'done', measures: { 'pass@1': one, format: one } },
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

  it('says what simulated models made, and nothing where they made nothing', () => {
    expect(simulatedText([])).toBeNull();
    expect(simulatedText(['corpus'])).toMatch(/^The corpus was made by simulated models/);
    expect(simulatedText(['teacher'])).toMatch(/^The teacher’s answers were made/);
    expect(simulatedText(['teacher', 'corpus'])).toMatch(/^The corpus and the teacher’s answers were made/);
  });
});
