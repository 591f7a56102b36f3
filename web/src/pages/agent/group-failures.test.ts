import { describe, expect, it } from 'vitest';
import { sampleProblem, sampleResult } from '../../testing/agent-sample-results.ts';
import { groupFailures } from './group-failures.ts';

const WRONG = { status: 'FAILED', failure: { owner: 'agent', code: null, reason: 'over budget' } } as const;
const RAISED = { status: 'FAILED', failure: { owner: 'agent', code: 'AGENT_RAISED', reason: 'agent raised' } } as const;
const OUTAGE = {
  status: 'FAILED',
  failure: { owner: 'platform', code: 'INFERENCE_FAILED', reason: 'inference failed' },
} as const;

describe('failures', () => {
  it('failures are grouped by owner, the agent first, the most frequent reason first', () => {
    const groups = groupFailures(
      [
        sampleProblem('shop 1', sampleResult('a', OUTAGE), sampleResult('b', RAISED)),
        sampleProblem('shop 2', sampleResult('a', WRONG), sampleResult('b', WRONG)),
        sampleProblem('shop 3', sampleResult('a')),
      ],
      [],
    );
    expect(groups).toEqual([
      {
        owner: 'agent',
        reasons: [
          { reason: 'over budget', code: null, of: 'result', count: 2 },
          { reason: 'agent raised', code: 'AGENT_RAISED', of: 'result', count: 1 },
        ],
      },
      {
        owner: 'platform',
        reasons: [{ reason: 'inference failed', code: 'INFERENCE_FAILED', of: 'result', count: 1 }],
      },
    ]);
  });

  it('failures of whole runs are listed beside those of problems, not mixed with them', () => {
    const groups = groupFailures(
      [
        sampleProblem(
          'shop 1',
          sampleResult('a', { status: 'SKIPPED', failure: { owner: null, code: null, reason: 'r' } }),
        ),
      ],
      [
        { status: 'FAILED', failure_owner: 'validator', failure_reason: 'The validator failed.' },
        { status: 'STALE', failure_owner: null, failure_reason: 'It did not end.' },
        { status: 'SUCCESS', failure_owner: null, failure_reason: null },
      ],
    );
    expect(groups.map(({ owner, reasons }) => [owner, ...reasons.map(({ of, count }) => `${count} ${of}`)])).toEqual([
      ['validator', '1 run'],
      ['nobody', '1 result', '1 run'],
    ]);
  });

  it('there are no failure groups when everything succeeded', () => {
    expect(groupFailures([sampleProblem('shop 1', sampleResult('a'))], [])).toEqual([]);
  });
});
