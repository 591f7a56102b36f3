import { describe, expect, it } from 'vitest';
import { sampleSummary } from '../../../../src/training/testing/sample-summary.ts';
import { isDifferent, measuresOf, overlaidCurves, type ShownRun, simulatedText, suitesOf } from './training-summary.ts';

describe('training table', () => {
  it('the training table has one column for every measure of any stage', () => {
    const one = { value: 0.5, interval: null };
    expect(
      measuresOf([
        { stage: 'base', ended: null, measures: { 'pass@1': one } },
        { stage: 'sft', ended: 'done', measures: { 'pass@1': one, format: one } },
      ]),
    ).toEqual(['pass@1', 'format']);
    expect(measuresOf([])).toEqual([]);
  });

  it('the training table reports a difference only when its interval excludes zero', () => {
    expect(isDifferent({ value: 0.1, interval: { low: 0.01, high: 0.2 } })).toBe(true);
    expect(isDifferent({ value: -0.1, interval: { low: -0.2, high: -0.01 } })).toBe(true);
    expect(isDifferent({ value: 0.1, interval: { low: 0, high: 0.2 } })).toBe(false);
    expect(isDifferent({ value: 0.1, interval: null })).toBe(false);
  });

  it('says what simulated models made, and nothing if there is none', () => {
    expect(simulatedText([])).toBeNull();
    expect(simulatedText(['corpus'])).toMatch(/^The corpus was made by simulated models/);
    expect(simulatedText(['teacher'])).toMatch(/^The teacher’s answers were made/);
    expect(simulatedText(['teacher', 'corpus'])).toMatch(/^The corpus and the teacher’s answers were made/);
  });

  it('lays curves of the same kind over each other, and tells when runs were measured on different problems', () => {
    const shown = (name: string, changed = {}): ShownRun => ({
      run: { run_id: name, name, measured: 'here', summary: sampleSummary(changed), sampled_problems: [] },
      colour: '',
    });
    const runs = [shown('one'), shown('two', { curves: sampleSummary().curves.slice(0, 1) })];
    expect(overlaidCurves(runs).map(({ key, lines }) => [key, lines.length])).toEqual([
      ['sft: loss', 2],
      ['grpo: reward', 1],
    ]);
    expect(suitesOf(runs)).toHaveLength(1);
    const other = shown('three', { measured_on: { suite: 'dev-400', problems: 400, tries: 1 } });
    expect(suitesOf([...runs, other])).toEqual([
      'dev-75 (75 problems, 8 tries each)',
      'dev-400 (400 problems, 1 try each)',
    ]);
  });
});
