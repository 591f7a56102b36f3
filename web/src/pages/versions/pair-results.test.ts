import { describe, expect, it } from 'vitest';
import type { ValidatorResultWire, VersionProblemsWire } from '../../../../src/board/wire.ts';
import { leadOf, pairResults, sumUpPairs } from './pair-results.ts';

type Results = Readonly<Record<string, ValidatorResultWire['status'] | 'NOT COUNTED'>>;

/** Results by validator for each problem; a run is named after its version and validator. */
function problemsOf(version: string, results: Readonly<Record<string, Results>>): VersionProblemsWire['problems'] {
  return Object.entries(results).map(([problem_id, byValidator]) => ({
    problem_id,
    category: 'product',
    phase: 'QUALIFYING' as const,
    race_id: null,
    validator_results: Object.entries(byValidator).map(([validator_hotkey, status]) => ({
      eval_run_id: `${version}-${validator_hotkey}`,
      validator_hotkey,
      is_included: status !== 'NOT COUNTED',
      status: status === 'NOT COUNTED' ? 'SUCCESS' : status,
      score: null,
      score_components: null,
      reasoning_score: null,
      failure: null,
      updated_at: '2026-03-01T10:00:00.000Z',
      inference_failure_count: null,
      inference_total: null,
      execution_time: null,
    })),
  }));
}

describe('results of two versions', () => {
  it('results are paired by problem, counting only runs that count and have ended', () => {
    const left = problemsOf('a', {
      shared: { north: 'SUCCESS', south: 'FAILED', west: 'NOT COUNTED' },
      alone: { north: 'SUCCESS' },
      running: { north: 'RUNNING' },
    });
    const right = problemsOf('b', { shared: { north: 'TIMED_OUT' }, running: { north: 'SUCCESS' } });
    const pairs = pairResults(left, right);
    expect(pairs).toEqual([
      {
        problemId: 'shared',
        category: 'product',
        left: { solved: 1, runs: 2 },
        right: { solved: 0, runs: 1 },
        leftRun: 'a-north',
        rightRun: 'b-north',
      },
    ]);
    expect(leadOf(pairs[0]!)).toBe(0.5);
  });

  it('lead to the runs that ended differently, by the same validator if possible', () => {
    const left = problemsOf('a', { one: { north: 'SUCCESS', south: 'SUCCESS' } });
    expect(pairResults(left, problemsOf('b', { one: { north: 'SUCCESS', south: 'FAILED' } }))).toMatchObject([
      { leftRun: 'a-south', rightRun: 'b-south' },
    ]);
    expect(pairResults(left, problemsOf('b', { one: { west: 'FAILED', south: 'SUCCESS' } }))).toMatchObject([
      { leftRun: 'a-north', rightRun: 'b-west' },
    ]);
  });

  it('paired results are summed up as a mean difference with its interval', () => {
    const few = { one: { v: 'SUCCESS' }, two: { v: 'SUCCESS' }, three: { v: 'FAILED' } } as const;
    const left = problemsOf('a', { ...few, four: { v: 'FAILED' }, five: { v: 'FAILED' } });
    const right = problemsOf('b', { ...few, two: { v: 'FAILED' }, four: { v: 'FAILED' }, five: { v: 'FAILED' } });
    const summary = sumUpPairs(pairResults(left, right))!;
    expect(summary).toMatchObject({ problems: 5, leftAhead: 1, rightAhead: 0, bothSolved: 1, neitherSolved: 3 });
    expect(summary.difference).toBeCloseTo(1 / 5);
    expect(summary.interval!.low).toBe(0);
    expect(summary.interval!.high).toBeGreaterThan(0.2);
    expect(sumUpPairs(pairResults(problemsOf('a', few), right))!.interval).toBeNull();
    expect(sumUpPairs([])).toBeNull();
  });
});
