import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../attempt/attempt.ts';
import { problemHash } from '../../attempt/record.ts';
import { readLabelledAttempts } from '../../verdict/judge/labelled/labelled-attempt.ts';
import { FILTER_CONFIG } from '../filter/filter-config.ts';
import { estimatedTokens } from '../filter/token-counter.ts';
import { sampleRows } from '../testing/sample-attempts.ts';
import type { Digest, ExpectedEvidence, InputRow } from './batch.ts';
import { MAX_ROW_BYTES } from './bounded-lines.ts';
import { digestRow } from './digest-row.ts';
import { rowTexts } from './row-texts.ts';

const [text] = [...sampleRows(1)] as [string];
const { attempt } = JSON.parse(text) as { attempt: Attempt };
const { problem_id } = attempt;
const { query } = readLabelledAttempts()
  .map(({ problem }) => problem)
  .find((problem) => problemHash({ problem_id, query: problem.query }) === attempt.problem_hash)!;

const expected: ExpectedEvidence = {
  run: attempt.run_id,
  validator: attempt.validator,
  agent: attempt.agent.sha256,
  problem: [problem_id, 'its name on the wire'],
  withdrawn: false,
};

function digested(
  change: Partial<ExpectedEvidence> = {},
  queries = new Map([[problem_id, query]]),
  upload: Uint8Array = gzipSync(text),
): Digest {
  const row: InputRow = { file: 'runs/a/b', line: 1, upload, expected: { ...expected, ...change } };
  const [read] = [...rowTexts([row])];
  const intake = { agency: FILTER_CONFIG.agency, queries };
  return digestRow(read!, intake, { config: FILTER_CONFIG, counter: estimatedTokens, withheld: new Map() }).digest;
}

describe('uploaded evidence', () => {
  it('digests uploaded evidence that matches what the arena accepted', () => {
    expect(digested()).toMatchObject({ id: attempt.attempt_id, problem: problem_id, run: attempt.run_id });
  });

  it('quarantines uploaded evidence of another run, validator, agent, problem or problem text', () => {
    const flaw = (detail: string) => ({ flaw: { reason: 'EVIDENCE_MISMATCH', detail } });
    expect(digested({ run: 'another' })).toMatchObject(flaw('it is of another run'));
    expect(digested({ validator: 'another' })).toMatchObject(flaw('another validator signed it'));
    expect(digested({ agent: 'another' })).toMatchObject(flaw('it is of another agent'));
    expect(digested({ problem: ['another'] })).toMatchObject(flaw('it is at another problem'));
    expect(digested({}, new Map())).toMatchObject(flaw('it is at another problem'));
    const other = new Map([[problem_id, 'something else']]);
    expect(digested({}, other)).toMatchObject(flaw('the problem was worded differently'));
  });

  it('uploaded evidence never becomes a row after its contestant withdrew it', () => {
    const kept = digested({ withdrawn: true });
    expect(kept).toMatchObject({ candidate: null });
    expect('failures' in kept && kept.failures.at(-1)).toMatchObject({ reason: 'WITHDRAWN' });
  });

  it('quarantines uploaded evidence that is not gzip, truncated, not UTF-8, or too large when unpacked', () => {
    const reasonOf = (upload: Uint8Array) =>
      (digested({}, undefined, upload) as { flaw: { reason: string } }).flaw.reason;
    expect(reasonOf(Buffer.from(text))).toBe('TRUNCATED_FILE');
    expect(reasonOf(gzipSync(text).subarray(0, 500))).toBe('TRUNCATED_FILE');
    expect(reasonOf(gzipSync(Buffer.from([0xff, 0xfe])))).toBe('NOT_UTF8');
    expect(reasonOf(gzipSync(Buffer.alloc(MAX_ROW_BYTES + 1)))).toBe('ROW_TOO_LARGE');
  });
});
