import { describe, expect, it } from 'vitest';
import { sampleProblem, sampleResult } from '../../testing/agent-sample-results.ts';
import { problemMatrix, tallyByCategory } from './problem-matrix.ts';

const FAILED = { status: 'FAILED', score: 0 } as const;

describe('problems by validators', () => {
  it('the problem matrix has a cell for each pair, also where no validator has run it yet', () => {
    const { validators, rows } = problemMatrix([
      sampleProblem('shop 1', sampleResult('b'), sampleResult('a', FAILED)),
      sampleProblem('shop 2', sampleResult('a')),
      sampleProblem('product 1'),
    ]);
    expect(validators).toEqual(['a', 'b']);
    expect(rows.map(({ cells }) => cells.map(({ kind }) => kind))).toEqual([
      ['failed', 'solved'],
      ['solved', 'pending'],
      ['pending', 'pending'],
    ]);
    expect(rows[0]!.cells[1]).toMatchObject({ runId: 'run of b', isIncluded: true });
    expect(rows[2]!.cells[0]!.runId).toBeUndefined();
  });

  it('the problem matrix marks disagreements of validators, but not over results that do not count', () => {
    const disagrees = (...results: Parameters<typeof sampleProblem> extends [string, ...infer Rest] ? Rest : never) =>
      problemMatrix([sampleProblem('shop 1', ...results)]).rows[0]!.disagrees;
    expect(disagrees(sampleResult('a'), sampleResult('b', FAILED))).toBe(true);
    expect(disagrees(sampleResult('a'), sampleResult('b', { status: 'TIMED_OUT' }))).toBe(true);
    expect(disagrees(sampleResult('a', FAILED), sampleResult('b', { status: 'TIMED_OUT' }))).toBe(false);
    expect(disagrees(sampleResult('a'), sampleResult('b', { ...FAILED, is_included: false }))).toBe(false);
    expect(disagrees(sampleResult('a'), sampleResult('b', { status: 'RUNNING' }))).toBe(false);
    expect(disagrees(sampleResult('a'))).toBe(false);
  });

  it('the problem matrix shows a validator’s run that counts, otherwise the newest', () => {
    const again = [
      sampleResult('a', { ...FAILED, eval_run_id: 'new', is_included: false, updated_at: '2026-01-02T00:00:00.000Z' }),
      sampleResult('a', { eval_run_id: 'counted' }),
    ];
    const cell = (...results: typeof again) => problemMatrix([sampleProblem('shop 1', ...results)]).rows[0]!.cells[0]!;
    expect(cell(...again).runId).toBe('counted');
    expect(cell(...again.map((result) => ({ ...result, is_included: false }))).runId).toBe('new');
  });

  it('the problem matrix puts the rounds of a problem into one row', () => {
    const { rows } = problemMatrix([
      sampleProblem('shop 1', sampleResult('a', { is_included: false })),
      sampleProblem('shop 1', sampleResult('a', { eval_run_id: 'second round' })),
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.cells[0]!.runId).toBe('second round');
  });

  it('the problem matrix is counted by category', () => {
    const matrix = problemMatrix([
      sampleProblem('shop 1', sampleResult('a'), sampleResult('b')),
      sampleProblem('shop 2', sampleResult('a'), sampleResult('b', FAILED)),
      sampleProblem('product 1', sampleResult('a', FAILED)),
      sampleProblem('product 2'),
    ]);
    expect(tallyByCategory(matrix)).toEqual([
      { category: 'product', problems: 2, solved: 0, disagreed: 0 },
      { category: 'shop', problems: 2, solved: 1, disagreed: 1 },
    ]);
  });
});
