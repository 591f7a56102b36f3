import { describe, expect, it } from 'vitest';
import type { ProblemAttemptWire } from '../../../../src/board/wire.ts';
import { preselect } from './preselect.ts';

const attempt = (run: string, status: ProblemAttemptWire['status'], are_logs_shown = false) =>
  ({ eval_run_id: run, status, are_logs_shown }) as ProblemAttemptWire;

const runs = (...attempts: readonly ProblemAttemptWire[]): string[] =>
  preselect(attempts).map(({ eval_run_id }) => eval_run_id);

describe('the preselected attempts of a problem', () => {
  it('an attempt that solved the problem and one that did not are preselected', () => {
    expect(runs(attempt('a', 'SUCCESS'), attempt('b', 'SUCCESS'), attempt('c', 'FAILED'))).toEqual(['a', 'c']);
  });

  it('two different attempts are preselected when all solved the problem, and when none did', () => {
    expect(runs(attempt('a', 'SUCCESS'), attempt('b', 'SUCCESS'))).toEqual(['a', 'b']);
    expect(runs(attempt('a', 'FAILED'), attempt('b', 'TIMED_OUT'))).toEqual(['a', 'b']);
  });

  it('attempts with public logs are preselected, if there are two', () => {
    const closed = [attempt('a', 'SUCCESS'), attempt('b', 'FAILED')];
    expect(runs(...closed, attempt('c', 'FAILED', true), attempt('d', 'FAILED', true))).toEqual(['c', 'd']);
    expect(runs(...closed, attempt('c', 'FAILED', true))).toEqual(['a', 'b']);
  });

  it('fewer than two attempts are preselected when there are fewer', () => {
    expect(runs(attempt('a', 'FAILED'))).toEqual(['a']);
    expect(runs()).toEqual([]);
  });
});
