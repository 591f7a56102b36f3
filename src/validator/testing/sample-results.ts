import { randomUUID } from 'node:crypto';
import type { Attempt } from '../../attempt/attempt.ts';
import { faultField } from '../../attempt/record/attempt-fields.ts';
import { receiptHash, signReceipt } from '../../attempt/record/receipt.ts';
import { SAMPLE_HOTKEY } from '../../attempt/testing/sample-attempt.ts';
import type { FaultCode } from '../../fault/fault-table.ts';
import type { Problem } from '../../problems/problem.ts';
import { itemScores } from '../../verdict/score-fields.ts';
import type { Quality, RuleVerdict, Verdict } from '../../verdict/verdict.ts';
import type { CertifiedAttempt } from '../evidence/certify-attempt.ts';

/** Sample attempts for tests, with every field that the code reads. */

const HASH = 'a'.repeat(64);
const EMPTY = { sha256: HASH, bytes: 0 };

export interface SampleAttemptOptions {
  readonly solved?: boolean;
  readonly quality?: Quality | null;
  readonly fault?: FaultCode;
  readonly graded?: boolean;
  readonly completions?: number;
  readonly spent?: number;
  readonly confirmedBy?: 'probe' | 'traffic';
  /** Set for a repeated attempt. */
  readonly replay?: Attempt['replay'];
  readonly finishedAt?: Date;
}

export function sampleCertified(problem: Problem, options: SampleAttemptOptions = {}): CertifiedAttempt {
  const { solved = true, quality = 0.9, fault, graded = true, completions = 3, spent = 10 } = options;
  const { confirmedBy, replay, finishedAt = new Date('2026-03-01T10:00:02.000Z') } = options;
  const attemptId = randomUUID();
  const attempt: Attempt = {
    version: 1,
    attempt_id: attemptId,
    run_id: randomUUID(),
    problem_id: problem.id,
    problem_hash: HASH,
    agent: { sha256: HASH, bytes: 1, name: 'agent.py' },
    validator: SAMPLE_HOTKEY.address,
    sandbox: { driver: 'bwrap', tier: 1, python: '3', architecture: 'x64', cgroup: null, isolation: 'full' },
    model: 'house/adept',
    simulated: true,
    limits: { sandbox: {}, gateway: {} },
    started_at: '2026-03-01T10:00:00.000Z',
    finished_at: finishedAt.toISOString(),
    ...(replay && { replay }),
    ending: { kind: 'finished', exit_code: 0 },
    fault:
      fault === undefined
        ? null
        : faultField({ code: fault, message: 'It was so.', ...(confirmedBy && { confirmedBy }) }),
    usage: {
      wall_ms: 1_500,
      cpu_ms: 700,
      exact: true,
      peak_memory_bytes: 1,
      calls: { search: 1, view: 0, inference: completions, models: 0, health: 0, refused: 0 },
      prompt_tokens: 1,
      completion_tokens: 1,
      spend_microdollars: spent,
    },
    chain: { opening: HASH, last: HASH, calls: 1 },
    blobs: { agent: EMPTY, calls: EMPTY, answer: EMPTY, stdout: EMPTY, stderr: EMPTY, dialogue: EMPTY },
  };
  const receipt = signReceipt(
    {
      attempt_id: attemptId,
      run_id: attempt.run_id,
      sequence: 1,
      previous: null,
      attempt_hash: HASH,
      verdict_hash: null,
      signed_at: attempt.finished_at,
    },
    SAMPLE_HOTKEY,
  );
  const verdict = graded ? sampleVerdict(attempt, fault === undefined && solved, quality) : null;
  return { attempt, verdict, receipt, receiptHash: receiptHash(receipt), inferenceFailures: 0, refusedModels: [] };
}

function sampleVerdict(attempt: Attempt, success: boolean, quality: Quality | null): Verdict {
  const score = success ? 1 : 0;
  const rules: RuleVerdict = {
    rule_set: 'production-strict',
    rule_set_version: 1,
    scores: { ...itemScores(() => score), format: 1, length: 1 },
    success,
    recommended: [],
    flags: [],
  };
  return {
    version: 1,
    attempt_id: attempt.attempt_id,
    problem_id: attempt.problem_id,
    problem_digest: HASH,
    rules,
    benchmark: { ...rules, rule_set: 'benchmark' },
    judgement: {
      judge: 'gates',
      judge_version: 1,
      models: [],
      quality,
      failed_gate: null,
      explanation: 'Gate 4 passed.',
      evidence: [],
    },
  };
}
