import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { progressSchema } from '../../arena/wire.ts';
import type { Problem } from '../../problems/problem.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { sampleCertified } from '../testing/sample-results.ts';
import { finalProgressOf, progressOf } from './progress-update.ts';
import { RunResults } from './run-results.ts';

const problems = sampleProblems(3, 'p');
const wireIds = problems.map((_, index) => `00000000-0000-4000-8000-00000000000${index}`);
const exam = problems.map((problem, index) => ({ problem, wireId: wireIds[index]! }));
const [first, second, third] = problems as unknown as [Problem, Problem, Problem];

describe('the results of a run', () => {
  it('the results of a run are the first attempts that count; others only use up tries', () => {
    const results = new RunResults(exam, 2, 0.05);
    expect(results.note(sampleCertified(first, { fault: 'INFERENCE_FAILED' }))).toBe(false);
    expect(results.open).toEqual(problems);
    expect(results.note(sampleCertified(first, { fault: 'AGENT_RAISED' }))).toBe(true);
    expect(results.note(sampleCertified(first))).toBe(false);
    expect(results.of(first.id)?.attempt.fault?.code).toBe('AGENT_RAISED');
    results.note(sampleCertified(second, { graded: false, fault: 'ATTEMPT_STOPPED' }));
    results.note(sampleCertified(second, { fault: 'SANDBOX_FAILED' }));
    expect(results.open).toEqual([third]);
    expect(results.unscored).toEqual([second, third]);
    expect(results.latestExcused.map(({ attempt }) => attempt.fault?.code)).toEqual(['SANDBOX_FAILED']);
    // Spending counts regardless of the outcome.
    expect(results.spentMicrodollars).toBe(40);
  });

  it('reports progress in the API format, and never as settled too early', () => {
    const results = new RunResults(exam, 2, 0.05);
    const solved = sampleCertified(first, { completions: 0 });
    results.note(solved);
    results.noteKeys(solved.attempt.attempt_id, { logsKey: 'logs', evidenceKey: 'evidence' });
    results.noteRunning(second.id);
    const updates = progressOf(results);
    expect(progressSchema.parse({ problems: updates }).problems).toHaveLength(2);
    expect(updates[0]).toMatchObject({
      problem_id: wireIds[0],
      status: 'SUCCESS',
      score: 1,
      reasoning_score: 0.9,
      inference_total: null,
      inference_failure_count: null,
      execution_time: 1.5,
      logs_s3_key: 'logs',
      score_components_summary: { receipt_hash: solved.receiptHash, evidence_s3_key: 'evidence' },
    });
    expect(updates[1]).toEqual({ problem_id: wireIds[1], status: 'RUNNING' });
    results.note(sampleCertified(second, { fault: 'INFERENCE_FAILED' }));
    expect(progressOf(results)).toHaveLength(1);
    results.note(sampleCertified(second, { fault: 'AGENT_OUT_OF_TIME' }));
    expect(progressOf(results)[1]).toMatchObject({ status: 'TIMED_OUT', score: 0, inference_total: 3 });
    expect(finalProgressOf(results)[2]).toEqual({ problem_id: wireIds[2], status: 'SKIPPED' });
  });

  it('reports progress that an arena can read, whatever agents wrote', () => {
    const many = sampleProblems(1_000, 'p');
    const results = new RunResults(
      many.map((problem) => ({ problem, wireId: problem.id })),
      2,
      0.05,
    );
    // Longer than what a report with a thousand problems keeps of one text.
    const odd = '\0\u001b\u{1f600}'.repeat(300);
    const refusedModels = Array.from({ length: 50 }, (_, count) => ({ reason: `asked for ${odd}`, count }));
    // One for all problems: a thousand signatures would take seconds.
    const certified = sampleCertified(many[0]!, { fault: 'AGENT_RAISED' });
    const fault = { ...certified.attempt.fault!, message: `x${odd}` };
    for (const { id: problem_id } of many) {
      const attempt = { ...certified.attempt, attempt_id: randomUUID(), problem_id, fault };
      results.note({ ...certified, refusedModels, attempt });
    }
    expect(results.open).toEqual([]);
    const body = JSON.stringify({ problems: progressOf(results) });
    expect(body).not.toMatch(/\\u0000|\\ud[89a-f]/);
    expect(body).toContain('\u{1f600}');
    expect(Buffer.byteLength(body)).toBeLessThan(4 * 1024 ** 2);
  });
});
