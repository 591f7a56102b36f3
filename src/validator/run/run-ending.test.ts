import { describe, expect, it } from 'vitest';
import { ratesOf } from '../../agency/follow.ts';
import { versionEvidence } from '../../agency/version-agency.ts';
import { whoDecides } from '../../agency/who-decides.ts';
import { judgeRunCompletion } from '../../arena/queue/judge-run-completion.ts';
import { counts } from '../../arena/testing/sample-agency.ts';
import { runCompletionSchema } from '../../arena/wire.ts';
import { Fault } from '../../fault/fault.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import type { Quality } from '../../verdict/verdict.ts';
import { sampleCertified } from '../testing/sample-results.ts';
import { failureOf, unscoredFailure } from './failure-of.ts';
import { failedEnding, scoredEnding } from './run-ending.ts';
import { RunResults } from './run-results.ts';

const account = {
  seconds: 12.3456,
  errorOutputs: [
    { wireId: 'one', text: 'x'.repeat(600), exitCode: 1 },
    { wireId: 'two', text: 'other', exitCode: null },
  ],
};

function resultsOf(qualities: readonly (Quality | null)[], solved: number): RunResults {
  const problems = sampleProblems(qualities.length, 'p');
  const results = new RunResults(
    problems.map((problem) => ({ problem, wireId: problem.id })),
    3,
    0.05,
  );
  for (const [index, quality] of qualities.entries()) {
    results.note(sampleCertified(problems[index]!, { quality, solved: index < solved }));
  }
  return results;
}

function decidersOf(search: readonly [number, number], recommend: readonly [number, number]) {
  return whoDecides({ ...versionEvidence([], []), rates: ratesOf(counts(search, [0, 0], recommend)) });
}

describe('the end of a run', () => {
  it('a run ends with a score from the published numbers that an arena accepts', () => {
    const qualities = Array.from({ length: 30 }, () => 0.5 as const);
    const ending = scoredEnding(resultsOf(qualities, 28), account);
    expect(runCompletionSchema.parse(ending)).toEqual(ending);
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
    expect(ending.sandbox_metadata).toEqual({
      exit_code: 1,
      duration_seconds: 12.346,
      stderr_tail: 'x'.repeat(500),
      error_outputs: [
        { problem_id: 'one', exit_code: 1, stderr_tail: 'x'.repeat(500) },
        { problem_id: 'two', exit_code: null, stderr_tail: 'other' },
      ],
    });
    expect(judgeRunCompletion(ending, 30)).toMatchObject({ status: 'SUCCESS', score: 0.6883 });
  });

  it('caps reasoning that does not lead to what the program recommends', () => {
    const results = resultsOf([0.9, 0.9, 0.1, null], 4);
    const by = (followed: number, of: number, searches = 2) =>
      scoredEnding(results, account, decidersOf([searches, 2], [followed, of])).score_components!;
    const uncapped = scoredEnding(results, account).score_components!;
    expect(uncapped.reasoning_quality).toBe(0.6333);
    for (const same of [by(2, 2), by(0, 0), by(0, 1)]) expect(same).toEqual(uncapped);
    expect(by(0, 2).reasoning_quality).toBe(0.2333);
    expect(by(0, 2, 0).reasoning_quality).toBe(0.1);
    expect(by(0, 2).reasoning_coefficient!).toBeLessThan(uncapped.reasoning_coefficient!);
    expect(judgeRunCompletion(scoredEnding(results, account, decidersOf([0, 0], [0, 9])), 4)).toMatchObject({
      status: 'SUCCESS',
    });
  });

  it('leaves out unjudged attempts, unless they are the majority', () => {
    expect(scoredEnding(resultsOf([0.9, 0.9, null], 3), account)).toMatchObject({ validator_score: 1 });
    for (const qualities of [[0.9, null, null], [null]] as const) {
      expect(scoredEnding(resultsOf(qualities, qualities.length), account)).toMatchObject({
        terminal_status: 'FAILED',
        failure_owner: 'platform',
        failure_reason: expect.stringMatching(/^Reasoning judge infrastructure failure \(\d\/\d calls failed\)$/),
      });
    }
  });

  it('the end of a run never blames the agent for another’s failure', () => {
    const problems = sampleProblems(4, 'p');
    const excuses = [
      sampleCertified(problems[0]!, { fault: 'SANDBOX_FAILED' }),
      sampleCertified(problems[1]!, { fault: 'INFERENCE_FAILED', confirmedBy: 'probe' }),
      sampleCertified(problems[2]!, { fault: 'INFERENCE_FAILED', confirmedBy: 'probe' }),
    ];
    expect(failedEnding(unscoredFailure(excuses, 4))).toMatchObject({
      failure_owner: 'platform',
      failure_confirmation: { by: 'probe', receipt_hashes: excuses.slice(1).map(({ receiptHash }) => receiptHash) },
      failure_reason: expect.stringMatching(/^3 of 4 problems could not be run \(INFERENCE_FAILED, SANDBOX_FAILED\)/),
    });
    const unconfirmed = problems.map((problem) => sampleCertified(problem, { fault: 'GATEWAY_FAILED' }));
    expect(unscoredFailure(unconfirmed, 4)).toMatchObject({ owner: 'validator' });
    for (const code of ['STORAGE_FULL', 'EVIDENCE_CORRUPT', 'SANDBOX_FAILED', 'ARENA_UNREACHABLE', 'USAGE'] as const) {
      const { owner, reason } = failureOf(new Fault(code, { message: 'in /home/me' }));
      expect(owner).not.toBe('agent');
      expect(reason).not.toContain('/home/me');
    }
    expect(failureOf(new TypeError('x'))).toMatchObject({ code: 'DEFECT', owner: 'validator' });
    for (const code of ['CREDENTIAL_REFUSED', 'MODELS_MISSING'] as const) {
      expect(failureOf(new Fault(code, { message: 'no' }))).toMatchObject({ owner: 'agent' });
    }
    expect(failureOf(new Fault('INFERENCE_FAILED', { message: 'no' }))).toMatchObject({
      owner: 'platform',
      confirmation: { by: 'probe' },
    });
  });
});
