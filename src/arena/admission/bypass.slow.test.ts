import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { bypassAgents } from '../../sandbox/testing/bypass-agents.ts';
import { analyseAgent } from './analyse-agent.ts';
import { ProcessFactsReader } from './process-facts-reader.ts';

const AGENTS = fileURLToPath(new URL('../../../agents/', import.meta.url));
/** These hide their text, and admission has always rejected them. */
const REFUSED = new Set(['answer_table.py', 'base64_launderer.py', 'cipher_launderer.py']);

let reader: ProcessFactsReader;
beforeAll(async () => {
  reader = await ProcessFactsReader.find();
});

describe('bypasses of the module list', () => {
  it.each(bypassAgents())('the module list stops $name: $check', async ({ source, check }) => {
    const { verdict, findings } = await analyseAgent(source, { reader });
    if (check === 'accepted') expect(verdict).toBe('accepted');
    else {
      expect(verdict).toBe('rejected');
      expect(findings.map(({ code }) => code)).toContain(check);
    }
  });
});

describe('honest agents', () => {
  const files = globSync('{*,demo/*,labelled/*,labelled/outside/*/*}.py', { cwd: AGENTS });

  it.each(files.filter((file) => !REFUSED.has(basename(file))))('the honest agent %s is accepted', async (file) => {
    const { verdict } = await analyseAgent(readFileSync(AGENTS + file), { reader });
    expect(verdict).toBe('accepted');
  });

  it('honest agents may import every module on the list', async () => {
    const { AGENT_RULES } = await import('../../sandbox/agent-rules.ts');
    const whole = AGENT_RULES.modules.filter((module) => !module.startsWith('os.')).map((module) => `import ${module}`);
    const parts = Object.entries(AGENT_RULES.parts).map(
      ([module, names]) => `from ${module} import ${names.join(', ')}`,
    );
    const source = `${['from __future__ import annotations', ...whole, ...parts].join('\n')}\n\ndef agent_main(problem):\n    return []\n`;
    expect(await analyseAgent(Buffer.from(source), { reader })).toMatchObject({ verdict: 'accepted' });
  });
});

describe('modules that are not on the list', () => {
  const main = 'def agent_main(problem):\n    return []\n';

  it.each([
    ['import numpy', 'Use math and statistics.'],
    ['import orjson as json', 'Use json.'],
    [
      'import numpi',
      'There is no such module in the sandbox; the nearest name, numpy, is not allowed either. Use math and statistics.',
    ],
    ['from openai import OpenAI', 'Use assay.chat.'],
    ['import selectors', ''],
  ])('%s is rejected without a cooldown, and the finding says what to use', async (statement, advice) => {
    const { gravest, findings } = await analyseAgent(Buffer.from(`${statement}\n${main}`), { reader });
    expect(gravest).toBe('form');
    expect(findings[0]).toMatchObject({ code: 'MODULE_NOT_ALLOWED', line: 1 });
    expect(findings[0]!.message).toBe(`${statement.replace(' as json', '')} is not allowed. ${advice}`.trimEnd());
  });
});
