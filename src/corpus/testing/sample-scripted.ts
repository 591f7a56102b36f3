import { randomUUID } from 'node:crypto';
import type { Attempt } from '../../attempt/attempt.ts';
import { signReceipt } from '../../attempt/record/receipt.ts';
import { summariseCalls } from '../../attempt/record/summarise-calls.ts';
import { openingHash, problemHash, writeDocument } from '../../attempt/record.ts';
import { SAMPLE_HOTKEY, sampleAttempt } from '../../attempt/testing/sample-attempt.ts';
import { type ChainHead, chainCall, openChain } from '../../gateway/calls/call-chain.ts';
import type { Call } from '../../gateway/calls.ts';
import { sha256 } from '../../store/sha256.ts';
import { SampleConversation } from './sample-conversation.ts';
import { sampleVerdict } from './sample-verdict.ts';

/** The contents of a scripted attempt for tests. */
export interface SampleScript {
  readonly query: string;
  readonly problemId: string;
  readonly calls: readonly Call[];
  readonly recommended: readonly string[];
  readonly success: boolean;
}

/** A program that searches in its own words, opens results and recommends the second. */
export function sampleScript(rest: Partial<SampleScript> = {}): SampleScript {
  return {
    query: 'I need a small oak lamp with steel as material and in grey',
    problemId: 'p-1',
    calls: new SampleConversation()
      .search({ q: 'grey steel lamp', sort: 'priceasc' })
      .search({ q: 'oak' }, ['1000000003', '1000000004'])
      .view('1000000004', '1000000002').calls,
    recommended: ['1000000004'],
    success: true,
    ...rest,
  };
}

/** The line that a validator would upload for it, chained and signed. */
export function sampleEvidence({ query, problemId, calls, recommended, success }: SampleScript): string {
  const { problem: _, agent: __, ...known } = sampleAttempt();
  const identity = {
    ...known,
    attempt_id: randomUUID(),
    run_id: randomUUID(),
    problem_id: problemId,
    problem_hash: problemHash({ problem_id: problemId, query }),
    agent: { sha256: sha256('a script'), bytes: 4_000, name: 'script.py' },
    started_at: '2026-01-01T00:00:00.000Z',
  };
  const opening = openingHash(identity);
  let head: ChainHead = openChain(opening);
  const chained = calls.map(({ sequence: _sequence, previous: _previous, hash: _hash, ...rest }) => {
    const { call } = chainCall(rest, head);
    head = call;
    return call;
  });
  const blob = { sha256: sha256('sample'), bytes: 6 };
  const attempt: Attempt = {
    version: 1,
    ...identity,
    finished_at: '2026-01-01T00:01:00.000Z',
    ending: { kind: 'finished', exit_code: 0 },
    fault: null,
    usage: { wall_ms: 900, cpu_ms: 300, exact: true, peak_memory_bytes: 3e7, ...summariseCalls(chained) },
    chain: { opening, last: head.hash, calls: chained.length },
    blobs: { agent: blob, calls: blob, answer: blob, stdout: blob, stderr: blob, dialogue: blob },
  };
  const verdict = sampleVerdict(attempt, { success, recommended, quality: 0.1, explanation: 'as it is' });
  const receipt = signReceipt(
    {
      attempt_id: attempt.attempt_id,
      run_id: attempt.run_id,
      sequence: 1,
      previous: null,
      attempt_hash: sha256(writeDocument(attempt)),
      verdict_hash: sha256(writeDocument(verdict)),
      signed_at: '2026-01-01T00:01:01.000Z',
    },
    SAMPLE_HOTKEY,
  );
  return JSON.stringify({ version: 1, attempt, verdict, receipt, calls: chained });
}
