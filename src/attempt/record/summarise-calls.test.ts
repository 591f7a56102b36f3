import { describe, expect, it } from 'vitest';
import type { Call } from '../../gateway/calls.ts';
import { SAMPLE_CALLS } from '../testing/sample-attempt.ts';
import { summariseCalls, summariseModels } from './summarise-calls.ts';

const call = (kind: Call['kind']): Call => ({ ...SAMPLE_CALLS[1]!, sequence: 1, previous: '', hash: '', kind });

describe('summariseCalls', () => {
  it('counts web searches only if there are any, so that other records stay unchanged', () => {
    expect(summariseCalls([call('search')]).calls).toEqual({
      search: 1,
      view: 0,
      inference: 0,
      models: 0,
      health: 0,
      refused: 0,
    });
    expect(summariseCalls([call('search'), call('web'), call('web')]).calls).toMatchObject({ search: 1, web: 2 });
  });
});

describe('summariseModels', () => {
  const said = (response: object, answered_by?: Call['answered_by']): Call => ({
    ...call('inference'),
    status: 200,
    request: { model: 'as/asked' },
    response,
    ...(answered_by && { answered_by }),
  });

  it('counts the answers of each model that the gateway recorded, whatever the agent requested', () => {
    const real = { model: 'a', endpoint: 'http://127.0.0.1:9/v1', simulated: false };
    const simulated = { model: 'house/expert', endpoint: 'simulated', simulated: true };
    const calls = [said({}, real), said({}, simulated), said({}, real), { ...said({}, real), status: 502 }];
    expect(summariseModels([...calls, call('search')])).toEqual([
      { ...real, completions: 2 },
      { ...simulated, completions: 1 },
    ]);
  });

  it('reads the model of older records from the answer', () => {
    expect(summariseModels([said({ model: 'house/adept', simulated: true }), said({ model: 'b' }), said({})])).toEqual([
      { model: 'house/adept', endpoint: 'simulated', simulated: true, completions: 1 },
      { model: 'b', endpoint: 'unknown', simulated: false, completions: 1 },
      { model: 'as/asked', endpoint: 'unknown', simulated: false, completions: 1 },
    ]);
  });
});
