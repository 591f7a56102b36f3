import { describe, expect, it } from 'vitest';
import { type MeasuredRun, measuredRun } from '../../evaluation/report/measured-run.ts';
import { sampleEpisode, sampleRun } from '../../evaluation/testing/sample-run.ts';
import type { MeasuredArm } from './arm-rates.ts';
import { armResults } from './arm-results.ts';
import { armsPlot } from './arms-plot.ts';

const PROBLEMS = 40;

/** A run that solves the first `solved` problems at every try and none of the others. */
function run(solved: number, rest: object = {}): MeasuredRun {
  const record = sampleRun('sft', PROBLEMS, { k: 2, ...rest });
  const problems = record.problems.map((problem, place) => ({
    ...problem,
    solved_by: place < 4 ? (['top1'] as const) : [],
  }));
  const episodes = problems.flatMap(({ id }, place) => [
    ...[0, 1].map((sample) => sampleEpisode(id, 'sampled', sample, place < solved)),
    sampleEpisode(id, 'greedy', 0, place < solved + 1),
  ]);
  return measuredRun({ ...record, problems }, episodes, []);
}

function arm(label: string, ...solved: readonly number[]): MeasuredArm {
  const runs = solved.map((each) => run(each));
  return { label, runs: { 'pass@1': runs, greedy: runs } };
}

describe('the results of an ablation', () => {
  const results = armResults([
    arm('policy/top1', 4),
    arm('base', 0),
    arm('filtered', 29, 30, 31),
    arm('spoken', 19, 20, 21),
    arm('scripted_claimed', 2, 2, 2),
    arm('teacher', 20, 20, 20),
  ]);
  const of = (measure: string) => results.comparisons.filter((each) => each.measure === measure);

  it('reports each arm over seeds, by what top1 solves, and by category', () => {
    const filtered = results.arms.find(({ label, measure }) => label === 'filtered' && measure === 'pass@1')!;
    expect(filtered).toMatchObject({ seeds: 3, by_seed: [0.725, 0.75, 0.775] });
    expect(filtered.parts.map(({ part, problems, estimate }) => [part, problems, estimate!.value.toFixed(3)])).toEqual([
      ['all', 40, '0.750'],
      ['top1 solves', 4, '1.000'],
      ['top1 fails', 36, '0.722'],
      ['product', 14, '0.738'],
      ['shop', 13, '0.769'],
      ['voucher', 13, '0.744'],
    ]);
  });

  it('compares mean rule scores, which no plan names, without a conclusion', () => {
    const rules = of('rule score');
    expect(
      rules.every(({ family, corrected, different }) => family === 'exploratory' && corrected === null && !different),
    ).toBe(true);
    const [first] = rules.filter(({ left, right }) => left === 'filtered' && right === 'spoken');
    expect(first!.parts[0]!.estimate!.value).toBeCloseTo(0.125);
    const filtered = results.arms.find(({ label, measure }) => label === 'filtered' && measure === 'rule score')!;
    expect(filtered.by_seed.map((value) => value.toFixed(4))).toEqual(['0.8625', '0.8750', '0.8875']);
  });

  it('answers the questions of the plan that have both arms, and names the others', () => {
    const planned = of('pass@1').filter(({ family }) => family === 'planned');
    expect(planned.map(({ left, right, parts }) => [left, right, parts[0]!.estimate!.value.toFixed(3)])).toEqual([
      ['filtered', 'spoken', '0.250'],
      ['filtered', 'scripted_claimed', '0.700'],
    ]);
    expect(planned.every(({ different, corrected }) => different && corrected! < 0.05)).toBe(true);
    expect(results.unanswered).toHaveLength(5);
    expect(results.ablations.map(({ changed, measure }) => [changed, measure])).toEqual([
      ['filtered instead of spoken', 'pass@1'],
      ['filtered instead of scripted_claimed', 'pass@1'],
    ]);
  });

  it('corrects each measure separately, and concludes nothing that was not planned', () => {
    const raw = of('greedy').filter(({ family }) => family === 'planned');
    const [smaller, larger] = raw.map(({ parts }) => parts[0]!.estimate!.probability).toSorted((a, b) => a - b);
    expect(raw.map(({ corrected }) => corrected!).toSorted((a, b) => a - b)).toEqual([
      Math.min(2 * smaller!, 1),
      Math.max(2 * smaller!, larger!),
    ]);
    const exploratory = of('pass@1').filter(({ family }) => family === 'exploratory');
    expect(exploratory.map(({ left, right }) => `${left} ${right}`)).toContain('policy/top1 filtered');
    expect(exploratory.every(({ corrected, different }) => corrected === null && !different)).toBe(true);
  });

  it('corrects each plan separately, and leaves questions of other plans exploratory', () => {
    const arms = [
      arm('filtered', 29, 30),
      arm('spoken', 27, 28),
      arm('filtered_silent', 20, 22),
      arm('teacher', 20, 20),
    ];
    const { comparisons, unanswered } = armResults(arms, [
      { plan: 'first', questions: [['filtered', 'spoken']] },
      {
        plan: 'second',
        questions: [
          ['filtered', 'filtered_silent'],
          ['filtered_silent', 'spoken'],
          ['filtered_silent', 'scripted_claimed'],
        ],
      },
    ]);
    const sampled = comparisons.filter(({ measure }) => measure === 'pass@1');
    const planned = sampled.filter(({ family }) => family === 'planned');
    expect(planned.map(({ plan, left, right }) => [plan, left, right])).toEqual([
      ['first', 'filtered', 'spoken'],
      ['second', 'filtered', 'filtered_silent'],
      ['second', 'filtered_silent', 'spoken'],
    ]);
    const [alone, ...two] = planned.map(({ corrected, parts }) => ({
      corrected,
      raw: parts[0]!.estimate!.probability,
    }));
    expect(alone!.corrected).toBe(alone!.raw);
    const smaller = Math.min(...two.map(({ raw }) => raw));
    expect(Math.min(...two.map(({ corrected }) => corrected!))).toBe(Math.min(2 * smaller, 1));
    expect(sampled.filter(({ plan }) => plan === null).map(({ left, right }) => [left, right])).toEqual([
      ['teacher', 'filtered'],
    ]);
    expect(unanswered).toEqual([['filtered_silent', 'scripted_claimed']]);
  });

  it('intervals of an ablation widen with the spread of the seeds', () => {
    const width = (...solved: readonly number[]): number => {
      const { comparisons } = armResults([arm('filtered', ...solved), arm('spoken', 20, 20, 20)]);
      const { low, high } = comparisons[0]!.parts[0]!.estimate!.interval;
      return high - low;
    };
    expect(width(20, 30, 40)).toBeGreaterThan(2 * width(29, 30, 31));
  });

  it('an ablation omits problems that a seed has not measured completely', () => {
    const whole = run(30);
    const broken = measuredRun(
      whole.run,
      whole.episodes.filter(({ problem_id, sample }) => problem_id !== 'p0' || sample === 0),
      [],
    );
    const arms = [arm('spoken', 20, 20), { label: 'filtered', runs: { 'pass@1': [whole, broken], greedy: [] } }];
    const { arms: rows, comparisons } = armResults(arms);
    expect(rows.find(({ label }) => label === 'filtered')!.parts[0]!.problems).toBe(PROBLEMS - 1);
    expect(comparisons[0]!.parts[0]!.problems).toBe(PROBLEMS - 1);
  });

  it('plots one interval for each arm and each planned pair, and nothing else', () => {
    const drawn = armsPlot(results, 'pass@1');
    const labels = [...drawn.matchAll(/text-anchor="end">([^<]*)</g)].map(([, label]) => label);
    expect(labels).toEqual([
      ...['policy/top1', 'base', 'filtered', 'spoken', 'scripted_claimed', 'teacher'],
      ...['filtered − spoken', 'filtered − scripted_claimed'],
    ]);
    expect(drawn.match(/stroke-width="3"/g)).toHaveLength(labels.length);
    expect(drawn).not.toMatch(/NaN|Infinity|undefined/);
  });
});
