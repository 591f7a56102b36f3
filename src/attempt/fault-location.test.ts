import { describe, expect, it } from 'vitest';
import { faultLocation } from './fault-location.ts';
import { readAnswer } from './run/read-answer.ts';
import { faultOfRules } from './run/rule-fault.ts';

function placeOf(stage: string, type: string, message: string, line: number | null) {
  const read = readAnswer(Buffer.from(JSON.stringify({ failure: { stage, type, message, line } })), 10_000);
  if (read === null || !('fault' in read)) throw new Error('this is not a failure');
  return faultLocation(read.fault.message);
}

describe('location of a fault', () => {
  it('reads the exception and the line that the runner reported, at every stage', () => {
    for (const stage of ['compile', 'call', 'arity', 'answer json', 'import']) {
      expect(placeOf(stage, 'KeyError', "'price'", 12), stage).toEqual({
        exception: "KeyError: 'price'",
        exceptionType: 'KeyError',
        line: 12,
      });
    }
    expect(placeOf('call', 'MemoryError', '', 3)).toEqual({
      exception: 'MemoryError',
      exceptionType: 'MemoryError',
      line: 3,
    });
  });

  it('keeps colons, brackets and line breaks of the exception', () => {
    const { exception, line } = placeOf('call', 'ValueError', 'a: b (line 4)\nc. D: e', 9);
    expect([exception, line]).toEqual(['ValueError: a: b (line 4)\nc. D: e', 9]);
  });

  it('a fault may have a line without an exception, an exception without a line, or neither', () => {
    expect(placeOf('call', 'SystemExit', '0', 7)).toEqual({ exception: null, exceptionType: null, line: 7 });
    expect(placeOf('call', 'KeyError', "'x'", null)).toMatchObject({ exception: "KeyError: 'x'", line: null });
    for (const message of ['The agent had not returned after 60.0 s and was stopped.', '']) {
      expect(faultLocation(message)).toEqual({ exception: null, exceptionType: null, line: null });
    }
  });

  it('reads the line that broke a rule', () => {
    const event = { event: 'socket.connect', detail: 'x: (line 3)', line: 21, refused: true };
    const fault = faultOfRules({ refused: 1, noted: 0, tampered: false, events: [event] });
    expect(faultLocation(fault!.message)).toEqual({ exception: null, exceptionType: null, line: 21 });
  });
});
