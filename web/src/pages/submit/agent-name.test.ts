import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSubmission } from '../../../../src/arena/submission/submission.ts';
import { agentNameOf, isAgentName } from './agent-name.ts';

describe('the name of an agent', () => {
  it('the default agent name is that of the file, as far as the arena accepts it', () => {
    expect(agentNameOf('careful_verifier.py')).toBe('careful_verifier');
    expect(agentNameOf('my agent (2).PY')).toBe('my agent -2');
    expect(agentNameOf('.py')).toBe('agent');
    expect(agentNameOf('„ü“.py')).toBe('agent');
  });

  it('an agent name made from any file name is accepted by the arena', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (fileName) => {
        expect(isAgentName(agentNameOf(fileName))).toBe(true);
      }),
    );
  });

  it('validates an agent name as the arena does', () => {
    const file = new TextEncoder().encode('x');
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 120 }), fc.stringMatching(/^[A-Za-z ._-]{0,102}$/)), (agentName) => {
        let taken = true;
        try {
          checkSubmission({ hotkey: 'h', agentName, file }, 100);
        } catch {
          taken = false;
        }
        expect(isAgentName(agentName)).toBe(taken);
      }),
    );
  });
});
