import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSandbox } from '../../sandbox/choose-sandbox.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { scaled } from '../../testing/scaled.ts';
import { STRESS } from '../testing/stress-samples.ts';
import { analyseAgent } from './analyse-agent.ts';
import type { FactsReader } from './facts-reader.ts';
import { FINDINGS } from './finding-code.ts';
import { ProcessFactsReader } from './process-facts-reader.ts';
import { SandboxFactsReader } from './sandbox-facts-reader.ts';

/** Agent files made to exhaust the analysis: each takes Python seconds. */
let reader: FactsReader;
let sandbox: Sandbox;
beforeAll(async () => {
  reader = await ProcessFactsReader.find();
  sandbox = await chooseSandbox({ driver: 'python' });
});
afterAll(() => sandbox.close());

async function analyse(source: Uint8Array | string, by: FactsReader = reader) {
  return await analyseAgent(typeof source === 'string' ? Buffer.from(source) : source, { reader: by });
}

describe('hard input', () => {
  it.each(STRESS)('analyses hard input: $name', { timeout: scaled(60_000) }, async ({ source }) => {
    const analysis = await analyse(source());
    expect(analysis.findings.length).toBeLessThanOrEqual(200);
    for (const { code, line, message } of analysis.findings) {
      expect(FINDINGS).toHaveProperty(code);
      expect(line).toBeGreaterThan(0);
      expect(message.length).toBeLessThan(400);
    }
  });
});

describe('reading in a sandbox', () => {
  it('reading in a sandbox handles the largest file, and one that crashes Python', {
    timeout: scaled(120_000),
  }, async () => {
    const inside = new SandboxFactsReader(sandbox);
    const full = Buffer.from(`def agent_main(problem_data):\n    return []\n#${' a'.repeat(600_000)}`).subarray(
      0,
      1_000_000,
    );
    expect(await analyse(full, inside)).toMatchObject({ verdict: 'accepted' });
    for (const name of ['comprehensions', 'endings that double', 'a large f-string', 'a chain of calls']) {
      const { verdict, gravest } = await analyse(STRESS.find((each) => each.name === name)!.source(), inside);
      expect(verdict).toBe('rejected');
      expect(['form', 'security']).toContain(gravest);
    }
  });
});
