import { describe, expect, it } from 'vitest';
import { failureText, groupFailures, slowModelHint } from './failures.ts';

function failed(id: string, message: string) {
  const fault = { code: 'AGENT_RAISED', number: 1007, owner: 'agent', message } as const;
  return { attempt: { attempt_id: id, fault }, reason: 'AGENT_RAISED (agent)' };
}

const WRONG = { attempt: { attempt_id: 'w', fault: null }, reason: 'over budget' };
const SOLVED = { attempt: { attempt_id: 's', fault: null }, reason: null };

describe('failures of a try', () => {
  it('failures of assay try are grouped by reason, exception and line, the most frequent first', () => {
    const groups = groupFailures([
      WRONG,
      failed('a', "agent_main raised KeyError: 'price' (line 12)"),
      SOLVED,
      failed('b', "agent_main raised KeyError: 'title' (line 12)"),
      failed('c', "agent_main raised KeyError: 'price' (line 30)"),
    ]);
    expect(groups.map(({ exception, line, count, example }) => [exception, line, count, example])).toEqual([
      ["KeyError: 'price'", 12, 2, 'a'],
      [null, null, 1, 'w'],
      ["KeyError: 'price'", 30, 1, 'c'],
    ]);
  });

  it('failures of a provider are grouped with its message', () => {
    const message = 'The provider refused the contestant’s key with 401: "Invalid API key"';
    const fault = { code: 'CREDENTIAL_REFUSED', number: 1020, owner: 'agent', message } as const;
    const refused = { attempt: { attempt_id: 'r', fault }, reason: 'CREDENTIAL_REFUSED (agent)' };
    expect(groupFailures([refused, refused])).toMatchObject([{ exception: null, message, count: 2 }]);
    expect(failureText(refused)).toBe(`CREDENTIAL_REFUSED (agent): ${message}`);
  });

  it('a failure of assay try shows exception and line in one line', () => {
    expect(failureText(failed('a', "agent_main raised KeyError: 'price' (line 12)"))).toBe(
      "AGENT_RAISED (agent): KeyError: 'price' (line 12)",
    );
    expect(failureText(WRONG)).toBe('over budget');
    expect(failureText(SOLVED)).toBeNull();
  });

  it('assay try says what to do when a model on this machine is too slow', () => {
    const fault = { code: 'INFERENCE_FAILED', number: 3005, owner: 'platform', message: 'no answer' } as const;
    const slow = { attempt: { attempt_id: 'a', fault }, reason: 'INFERENCE_FAILED (platform)' };
    const settings = { model: 'local/assay-0.5b', workers: 2, timeLimit: 300 };
    expect(slowModelHint([SOLVED, slow], settings)).toBe(
      'local/assay-0.5b did not answer in time. It runs on this machine: try --workers 1 --time-limit 1200.',
    );
    expect(slowModelHint([slow], { ...settings, workers: 1 })).toContain('try --time-limit 1200.');
    expect(slowModelHint([slow], { ...settings, model: 'some/model' })).toBeNull();
    expect(slowModelHint([SOLVED, WRONG], settings)).toBeNull();
  });
});
