import { describe, expect, it } from 'vitest';
import { readRefusal } from '../../api/ask.ts';
import { refusalOf } from './refusal-of.ts';

describe('rejected submissions', () => {
  it('a rejected submission has its findings and the cooldown', () => {
    const violations = [{ rule: 'r', class: 'form', code: 'C', line: 1, column: 1, message: 'm', why: 'w', fix: 'f' }];
    const body = { detail: 'Refused.', error_code: 'CODE_ANALYSIS_ERROR', remedy: 'Mend it.', violations, omitted: 2 };
    expect(refusalOf(readRefusal(422, { ...body, remaining_seconds: 0 }))).toEqual({
      message: 'Refused.',
      remedy: 'Mend it.',
      findings: violations,
      omitted: 2,
      remainingSeconds: undefined,
      versionId: undefined,
    });
    expect(refusalOf(readRefusal(422, { ...body, remaining_seconds: 60 })).remainingSeconds).toBe(60);
  });

  it('a rejected submission names the version that already has the file', () => {
    const body = { detail: 'Wait.', error_code: 'COOLDOWN_ACTIVE', remaining_seconds: 5, agent_version_id: 'v' };
    expect(refusalOf(readRefusal(429, body))).toMatchObject({ remainingSeconds: 5, versionId: 'v', findings: [] });
  });

  it('an unknown error of a submission is shown as a message', () => {
    expect(refusalOf(new Error('Odd.'))).toMatchObject({ message: 'Odd.', findings: [] });
    expect(refusalOf(readRefusal(500, undefined))).toMatchObject({ message: 'The arena answered 500.' });
  });
});
