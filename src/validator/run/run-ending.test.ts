import { describe, expect, it } from 'vitest';
import { judgeCompletion } from '../../arena/queue/judge-completion.ts';
import { completionSchema } from '../../arena/wire.ts';
import { Fault } from '../../fault/fault.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import type { Quality } from '../../verdict/verdict.ts';
import { sampleCertified } from '../testing/sample-results.ts';
import { failureOf, unscoredFailure } from './failure-of.ts';
import { failedEnding, scoredEnding } from './run-ending.ts';
import { RunResults } from './run-results.ts';

const account = { seconds: 12.3456, errorOutput: 'x'.repeat(600), exitCode: 0 };

function resultsOf(qualities: readonly (Quality | null)[], solved: number): RunResults {
  const problems = sampleProblems(qualities.length, 'p');
  const results = new RunResults(
    problems.map((problem) => ({ problem, wireId: problem.id })),
    3,
  );
  for (const [index, quality] of qualities.entries()) {
    results.note(sampleCertified(problems[index]!, { quality, solved: index < solved }));
  }
  return results;
}

describe('the end of a run', () => {
  it('is a score that an arena takes, from the published numbers', () => {
    const qualities = Array.from({ length: 30 }, () => 0.5 as const);
    const ending = scoredEnding(resultsOf(qualities, 28), account);
    expect(completionSchema.parse(ending)).toEqual(ending);
    expect(ending).toMatchObject({ terminal_status: 'SUCCESS', validator_score: 0.6883 });
    expect(ending.score_components).toMatchObject({
      total_problems: 30,
      successful_problems: 28,
      scored_problems: 30,
      reasoning_quality: 0.5,
      reasoning_coefficient: 0.7375,
      judge_inference_failed: 0,
      judge_inference_total: 30,
    });
    expect(Object.keys(ending.score_components!)).toHaveLength(11);
    expect(ending.sandbox_metadata).toEqual({ exit_code: 0, duration_seconds: 12.346, stderr_tail: 'x'.repeat(500) });
    expect(judgeCompletion(ending, 30)).toMatchObject({ status: 'SUCCESS', score: 0.6883 });
  });

  it('leaves out what nobody judged, unless that is most of it', () => {
    expect(scoredEnding(resultsOf([0.9, 0.9, null], 3), account)).toMatchObject({ validator_score: 1 });
    for (const qualities of [[0.9, null, null], [null]] as const) {
      expect(scoredEnding(resultsOf(qualities, qualities.length), account)).toMatchObject({
        terminal_status: 'FAILED',
        failure_owner: 'platform',
        failure_reason: expect.stringMatching(/^Reasoning judge infrastructure failure \(\d\/\d calls failed\)$/),
      });
    }
  });

  it('never blames the agent for what was not its fault', () => {
    const problems = sampleProblems(4, 'p');
    const excuses = [
      sampleCertified(problems[0]!, { fault: 'SANDBOX_FAILED' }),
      sampleCertified(problems[1]!, { fault: 'INFERENCE_FAILED' }),
      sampleCertified(problems[2]!, { fault: 'INFERENCE_FAILED' }),
    ];
    expect(failedEnding(unscoredFailure(excuses, 4))).toMatchObject({
      failure_owner: 'platform',
      failure_reason: expect.stringMatching(/^3 of 4 problems could not be run \(INFERENCE_FAILED, SANDBOX_FAILED\)/),
    });
    for (const code of ['STORAGE_FULL', 'EVIDENCE_CORRUPT', 'SANDBOX_FAILED', 'ARENA_UNREACHABLE', 'USAGE'] as const) {
      const { owner, reason } = failureOf(new Fault(code, { message: 'in /home/me' }));
      expect(owner).not.toBe('agent');
      expect(reason).not.toContain('/home/me');
    }
    expect(failureOf(new TypeError('x'))).toMatchObject({ code: 'DEFECT', owner: 'validator' });
    expect(failureOf(new Fault('CREDENTIAL_REFUSED', { message: 'no' }))).toMatchObject({ owner: 'agent' });
  });
});
