import { describe, expect, it } from 'vitest';
import { failureText, groupFailures } from './failures.ts';

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

  it('a failure of assay try shows exception and line in one line', () => {
    expect(failureText(failed('a', "agent_main raised KeyError: 'price' (line 12)"))).toBe(
      "AGENT_RAISED (agent): KeyError: 'price' (line 12)",
    );
    expect(failureText(WRONG)).toBe('over budget');
    expect(failureText(SOLVED)).toBeNull();
  });
});
