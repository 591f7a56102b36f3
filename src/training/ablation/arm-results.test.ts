import { describe, expect, it } from 'vitest';
import { type MeasuredRun, measuredRun } from '../../evaluation/report/measured-run.ts';
import { sampleEpisode, sampleRun } from '../../evaluation/testing/sample-run.ts';
import { armResults } from './arm-results.ts';

const PROBLEMS = 40;

/** Solves the first so many problems at every try. */
function run(solved: number, id: number, rest: object = {}): MeasuredRun {
  const record = sampleRun('sft', PROBLEMS, { run_id: `00000000-0000-4000-8000-00000000000${id}`, k: 2, ...rest });
  const episodes = record.problems.flatMap(({ id: problem }, place) =>
    [0, 1].map((sample) => sampleEpisode(problem, 'sampled', sample, place < solved)),
  );
  return measuredRun(record, episodes, []);
}

describe('the results of an ablation', () => {
  it('compare the arms that were asked about as one family, and say the rest is exploratory', () => {
    const { comparisons, ablations } = armResults(
      new Map([
        ['base', run(0, 1)],
        ['filtered', run(30, 2)],
        ['unfiltered', run(20, 3)],
        ['scripted', run(2, 4)],
        ['random', run(20, 5)],
      ]),
    );
    const planned = comparisons.filter(({ family }) => family === 'planned');
    expect(planned.map(({ left, right, sampled }) => [left, right, sampled!.difference])).toEqual([
      ['unfiltered', 'filtered', -0.25],
      ['scripted', 'filtered', -0.7],
      ['scripted', 'unfiltered', -0.45],
    ]);
    expect(planned.every(({ different }) => different)).toBe(true);
    expect(comparisons.filter(({ family }) => family === 'exploratory')).toHaveLength(7);
    expect(ablations.map(({ changed, measure, difference }) => [changed, measure, difference.value])).toEqual([
      ['all successes instead of filtered ones, same tokens', 'pass@1', -0.25],
      ['scripted successes instead of filtered ones, same tokens', 'pass@1', -0.7],
    ]);
    for (const { probability } of ablations) expect(probability).toBeLessThan(0.05);
  });

  it('take what there is when an arm is missing', () => {
    const { comparisons, ablations } = armResults(
      new Map([
        ['filtered', run(20, 1)],
        ['scripted', run(20, 2)],
      ]),
    );
    expect(comparisons).toHaveLength(1);
    expect(ablations).toMatchObject([{ difference: { value: 0 }, probability: 1 }]);
    expect(armResults(new Map([['filtered', run(20, 1)]])).ablations).toEqual([]);
  });
});
