import { describe, expect, it } from 'vitest';
import { failureOf, failureText, faultOwner } from './failure-of.ts';

const PUBLISHED = { owner: 'agent', code: null, reason: 'not what was asked for' } as const;

describe('reason of a failure', () => {
  it('the failure of a result is the published reason, with the validator’s words where the reader gets them', () => {
    expect(failureOf({ failure: null, score_components: { failure: 'over budget' } })).toBeNull();
    expect(failureOf({ failure: PUBLISHED })).toEqual(PUBLISHED);
    const precise = 'not what was asked for: price';
    expect(failureOf({ failure: PUBLISHED, score_components: { failure: precise } })).toEqual({
      ...PUBLISHED,
      reason: precise,
    });
  });

  it('keeps the published words for a fault, whose code says the rest', () => {
    const fault = { owner: 'agent', code: 'AGENT_RAISED', reason: 'agent raised' } as const;
    const failure = failureOf({ failure: fault, score_components: { failure: 'AGENT_RAISED (agent)' } });
    expect(failure).toEqual(fault);
    expect(failureText(failure!)).toBe('agent raised (AGENT_RAISED)');
  });

  it('reads it from the scores of an older arena, whatever a validator wrote there', () => {
    expect(failureOf({ score_components: { fault_code: 'INFERENCE_FAILED' } })).toEqual({
      owner: 'platform',
      code: 'INFERENCE_FAILED',
      reason: 'inference failed',
    });
    expect(failureOf({ score_components: { failure: 'over budget' } })).toMatchObject({ reason: 'over budget' });
    expect(failureOf({ score_components: { failure: { toString: 1 } } })).toBeNull();
  });

  it.each([
    ['AGENT_RAISED', 'agent'],
    ['SANDBOX_FAILED', 'validator'],
    ['SOMETHING_NEW', null],
  ])('knows the owner of %s', (code, owner) => expect(faultOwner(code)).toBe(owner));
});
