import { describe, expect, it } from 'vitest';
import { Fault } from '../fault/fault.ts';
import { failureFields, humanLine, jsonLine, type LogEntry, readJsonLine } from './log.ts';

const ENTRY: LogEntry = {
  level: 'warn',
  time: 1_700_000_000_000,
  message: 'A sentence.',
  fields: { run_id: '12345678-90' },
};

describe('a log line', () => {
  it('a log line round-trips', () => {
    expect(readJsonLine(jsonLine(ENTRY))).toEqual(ENTRY);
  });

  it('formats a log line of the arena as text, with its error and without common fields', () => {
    const line = JSON.stringify({
      level: 50,
      time: ENTRY.time,
      pid: 1,
      hostname: 'h',
      request_id: 'abc-1',
      err: { type: 'Error', message: 'disk on fire', stack: 'Error: disk on fire\n    at here' },
      msg: 'defect',
    });
    const entry = readJsonLine(line)!;
    expect(entry.fields).toEqual({
      request_id: 'abc-1',
      err: 'disk on fire',
      stack: expect.stringContaining('at here'),
    });
    expect(humanLine(entry)).toMatch(/^\d\d:\d\d:\d\d ✗ defect {2}\(request abc-1, err disk on fire\)$/);
  });

  it('ignores lines that are not log lines', () => {
    expect(readJsonLine('Segmentation fault')).toBeUndefined();
    expect(readJsonLine('{"level":30}')).toBeUndefined();
  });

  it('a log line names the request that the arena failed on', () => {
    const fault = new Fault('ARENA_UNREACHABLE', {
      message: 'It failed.',
      extra: { request_id: 'abc-1', status: 500 },
    });
    expect(failureFields(fault)).toEqual({ fault: 'ARENA_UNREACHABLE', detail: 'It failed.', request_id: 'abc-1' });
  });
});
