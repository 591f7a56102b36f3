import { describe, expect, it } from 'vitest';
import { submissionKey as commandLineKey } from '../../../src/cli/commands/submit/send.ts';
import { submissionKey } from './submission-key.ts';

describe('the key of a submission', () => {
  it('the submission key equals the command line’s for the same hotkey, name and file', () => {
    const source = new TextEncoder().encode('def agent_main(problem):\n    return []  # „ü“\n');
    for (const name of ['shopper', 'a "quoted" näme', '']) {
      expect(submissionKey('5Grw', name, source)).toBe(commandLineKey('5Grw', name, source));
      expect(submissionKey('5Grw', name, source, 'none')).toBe(commandLineKey('5Grw', name, source, 'none'));
    }
  });

  it('the submission key differs with hotkey, name and file', () => {
    const keys = [
      submissionKey('a', 'n', Uint8Array.of(1)),
      submissionKey('b', 'n', Uint8Array.of(1)),
      submissionKey('a', 'm', Uint8Array.of(1)),
      submissionKey('a', 'n', Uint8Array.of(2)),
      submissionKey('a', 'n', Uint8Array.of(1), 'none'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
