import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { analyseAgent } from '../admission/analyse-agent.ts';
import type { Analysis } from '../admission/analysis.ts';
import { ProcessFactsReader } from '../admission/process-facts-reader.ts';
import { openSampleArena } from '../testing/sample-arena.ts';
import { sampleSource } from '../testing/sample-copies.ts';
import { checkAgent } from './check-agent.ts';
import { submitAgent } from './submit-agent.ts';

let analyse: (source: Uint8Array) => Promise<Analysis>;
beforeAll(async () => {
  const reader = await ProcessFactsReader.find();
  analyse = (source) => analyseAgent(source, { reader });
});

const FILES = {
  fine: sampleSource('native_tools.py'),
  flagged: 'import time\ndef agent_main(problem_data):\n    return [] if time.localtime().tm_hour > 18 else [1]\n',
  form: 'def other(problem_data):\n    return []\n',
  security: 'import subprocess\ndef agent_main(problem_data):\n    return []\n',
  integrity: 'import base64, subprocess\ndef agent_main(problem_data):\n    return []\n',
};

describe('checking an agent', () => {
  it.each([
    ['fine', { verdict: 'accepted', flagged: false, violations: [], omitted: 0, would_cost: 'full cooldown' }],
    ['flagged', { verdict: 'accepted', flagged: true, would_cost: 'full cooldown' }],
    ['form', { verdict: 'rejected', would_cost: 'nothing' }],
    ['security', { verdict: 'rejected', would_cost: 'reduced cooldown' }],
    ['integrity', { verdict: 'rejected', would_cost: 'full cooldown' }],
  ] as const)('checking an agent predicts the result of submitting it: %s', async (kind, told) => {
    expect(await checkAgent(Buffer.from(FILES[kind]), analyse)).toMatchObject(told);
  });

  it('checking accepts bytes of any kind without failing', async () => {
    for (const source of [Buffer.alloc(0), randomBytes(1_000), Buffer.from('a\0b')]) {
      expect(await checkAgent(source, analyse)).toMatchObject({ verdict: 'rejected', would_cost: 'nothing' });
    }
  });
});

onEveryEngine('submission with the real analysis', (makeDatabase) => {
  it('a submission gets the same result as a check, and the predicted cooldown', async () => {
    const arena = await openSampleArena(makeDatabase);
    try {
      for (const [hotkey, source] of Object.entries(FILES)) {
        const file = Buffer.from(source);
        const check = await checkAgent(file, analyse);
        const submission = { hotkey, agentName: 'shopper', file, idempotencyKey: 'first' };
        const outcome = await submitAgent(arena, submission, { analyse }).catch((error) => error);
        if (check.verdict === 'accepted') expect(outcome).toMatchObject({ is_flagged: check.flagged });
        else expect(outcome).toMatchObject({ code: 'CODE_ANALYSIS_ERROR', extra: { violations: check.violations } });
      }
      const contestants = await arena.database.reader.selectFrom('contestants').selectAll().execute();
      const waits = contestants.map((each) => [each.hotkey, (each.next_allowed_at - arena.now()) / 3_600_000]);
      expect(Object.fromEntries(waits)).toEqual({ fine: 12, flagged: 12, security: 1, integrity: 12 });
    } finally {
      await arena.close();
    }
  });
});
