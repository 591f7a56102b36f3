import { describe, expect, it } from 'vitest';
import { confirmationNote, failedCallRows, repeatNote } from './failed-call-note.ts';

describe('outages in assay explain', () => {
  it('assay explain names what confirmed an outage', () => {
    const fault = { code: 'INFERENCE_FAILED', number: 3005, owner: 'platform', message: 'no' } as const;
    expect(confirmationNote(fault)).toBe('');
    expect(confirmationNote({ ...fault, confirmed_by: 'probe' })).toContain('the platform itself');
  });

  it('assay explain names the attempts that one repeats', () => {
    expect(repeatNote({})).toBe('');
    expect(repeatNote({ repeats: ['a', 'b'], replay: { completions: 1, departed: true } })).toBe(
      'a, b: 1 answer replayed, then it asked something else',
    );
  });

  it('assay explain lists only model calls with a failed try', () => {
    const trouble = {
      tries: 4,
      waited_ms: 7_250,
      failure: 'It answered 503.',
      owner: 'agent',
      reason: 'It is well.',
    } as const;
    const calls = [{ sequence: 1 }, { sequence: 2, trouble }, { sequence: 3, trouble: { tries: 2, waited_ms: 0 } }];
    expect(failedCallRows(calls)).toEqual([
      [2, 4, '7.3 s', 'agent', 'It answered 503. It is well.'],
      [3, 2, '0.0 s', '', 'answered in the end'],
    ]);
  });
});
