import { describe, expect, it } from 'vitest';
import { failuresText } from './failures-of.ts';

describe('the failures of a version', () => {
  it.each([
    ['failed 0 of 24 attempts', 0, null],
    ["failed all 24 attempts with AGENT_RAISED (the agent's fault)", 24, ['AGENT_RAISED (agent)', 24]],
    [
      "failed all 24 attempts, 15 of them with CREDIT_EXHAUSTED (the agent's fault)",
      24,
      ['CREDIT_EXHAUSTED (agent)', 15],
    ],
    ['failed 10 of 24 attempts: nothing was recommended', 10, ['nothing was recommended', 10]],
    [
      'failed 10 of 24 attempts; most common reason, 8 times: not what was asked for (kind of product, price)',
      10,
      ['not what was asked for: kind of product, price', 8],
    ],
  ] as const)('failed attempts are printed as “%s”', (text, failed, most) => {
    const commonest = most === null ? null : { reason: most[0], times: most[1] };
    expect(failuresText({ attempts: 24, failed, commonest })).toBe(text);
  });
});
