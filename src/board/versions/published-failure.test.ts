import { describe, expect, it } from 'vitest';
import { FAULT_CODES } from '../../fault/fault-table.ts';
import { type FailedResult, publishedFailure } from './published-failure.ts';

function result(values: Partial<FailedResult>): FailedResult {
  return { status: 'FAILED', summary: null, phase: 'QUALIFYING', failure_owner: null, ...values };
}

describe('published failures', () => {
  it('a result without a failure has no published reason', () => {
    for (const status of ['SUCCESS', 'PENDING', 'RUNNING'] as const) {
      expect(publishedFailure(result({ status, summary: { fault_code: 'AGENT_RAISED' } }))).toBeNull();
    }
  });

  it('a published failure names the fault and its owner', () => {
    const told = (fault_code: string, phase: FailedResult['phase'] = 'RACE') =>
      publishedFailure(result({ phase, summary: { fault_code, fault_message: 'secret' } }));
    expect(told('AGENT_RAISED')).toEqual({ owner: 'agent', code: 'AGENT_RAISED', reason: 'agent raised' });
    expect(told('SANDBOX_FAILED')).toMatchObject({ owner: 'validator' });
    expect(told('INFERENCE_FAILED', 'QUALIFYING')).toMatchObject({ owner: 'platform' });
    expect(told('INPUT_INVALID')).toMatchObject({ owner: null });
  });

  it('a published failure repeats no text of a validator', () => {
    for (const made of ['Buy the red shoe', 'toString', '__proto__', 'agent_raised']) {
      const failure = publishedFailure(result({ summary: { fault_code: made, failure: made } }));
      expect(failure).toEqual({ owner: 'agent', code: null, reason: 'the answer did not solve the problem' });
    }
    for (const code of FAULT_CODES) {
      expect(publishedFailure(result({ summary: { fault_code: code } }))?.code).toBe(code);
    }
  });

  it('a published failure names the kind of mistake in qualifying, and not in a race', () => {
    const summary = { failure: 'not what was asked for: price, service' };
    expect(publishedFailure(result({ summary }))?.reason).toBe('not what was asked for');
    expect(publishedFailure(result({ summary, phase: 'RACE' }))?.reason).toBe('the answer did not solve the problem');
    expect(publishedFailure(result({ summary: { failure: 'over budget' } }))?.reason).toBe('over budget');
  });

  it('a skipped problem does not blame the agent, and a timeout does', () => {
    expect(publishedFailure(result({ status: 'SKIPPED', failure_owner: 'platform' }))).toMatchObject({
      owner: 'platform',
      code: null,
    });
    expect(publishedFailure(result({ status: 'SKIPPED' }))?.owner).toBeNull();
    expect(publishedFailure(result({ status: 'TIMED_OUT' }))).toMatchObject({
      owner: 'agent',
      code: 'AGENT_OUT_OF_TIME',
    });
  });
});
