import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itSample } from '../testing/it-sample.ts';
import { scaled } from '../testing/scaled.ts';
import { AGENT_RULES } from './agent-rules.ts';
import { chooseSandbox } from './choose-sandbox.ts';
import { DEFAULT_LIMITS, type Sandbox } from './sandbox.ts';
import { bypassAgents } from './testing/bypass-agents.ts';

let folder: string;
let gateway: Server;
let sandbox: Sandbox;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rules-'));
  gateway = createServer((_request, response) => response.end('{}'));
  await once(gateway.listen(join(folder, 'gateway.sock')), 'listening');
  sandbox = await chooseSandbox({ driver: 'python' });
});

afterAll(async () => {
  gateway.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

async function run(source: string | Uint8Array) {
  const { answer, rules } = await sandbox.run({
    agentSource: Buffer.from(source),
    problem: { problem_id: 'p', query: 'a lamp' },
    limits: { ...DEFAULT_LIMITS, wallMilliseconds: scaled(20_000) },
    gatewaySocket: join(folder, 'gateway.sock'),
    rules: AGENT_RULES,
  });
  return { answer: Buffer.from(answer).toString(), rules: rules! };
}

describe('agents that bypass the rules', () => {
  // Of each kind of event one agent, and then the others.
  const kinds = [...Map.groupBy(bypassAgents(), ({ run }) => run).values()];
  const agents = [...kinds.map(([first]) => first!), ...kinds.flatMap((kind) => kind.slice(1))];

  itSample(agents, kinds.length)('the agent rules stop $name: $run', async ({ source, run: event }) => {
    const { answer, rules } = await run(source);
    expect(answer).not.toContain('"answer":[{"reached"');
    if (event === 'lost') expect(rules.tampered).toBe(true);
    else if (event !== '-') {
      expect(rules.events).toContainEqual(expect.objectContaining({ event, refused: true }));
      expect(rules.events.find((each) => each.refused)!.line).toBeGreaterThan(3);
      expect(rules.tampered).toBe(false);
    }
  });

  it('there are more than fifty agents that bypass the rules', () => expect(bypassAgents().length).toBeGreaterThan(50));
});

const ORDINARY = readFileSync(new URL('./testing/ordinary_agent.py', import.meta.url));
const EVERY_IMPORT = `from __future__ import annotations\n${AGENT_RULES.modules
  .filter((module) => module !== '__future__')
  .map((module) => `import ${module}\n`)
  .join('')}def agent_main(problem):\n    return []\n`;

describe('agents that follow the rules', () => {
  it('the rules allow everything an ordinary agent needs', async () => {
    const { answer, rules } = await run(ORDINARY);
    expect(rules.events.filter(({ refused }) => refused)).toEqual([]);
    expect(rules).toMatchObject({ refused: 0, tampered: false });
    expect(answer).toBe('{"answer":[]}');
  });

  it('agents may import every module on the list', async () => {
    expect(await run(EVERY_IMPORT)).toMatchObject({
      answer: '{"answer":[]}',
      rules: { events: [], refused: 0, noted: 0, tampered: false },
    });
  });

  it('the report counts events, and lists what the agent itself imports', async () => {
    const { rules } = await run(
      'import json\nimport statistics\n\ndef agent_main(problem):\n    import math\n    return []\n',
    );
    expect(rules.modules).toEqual(['json', 'statistics', 'math']);
    // `statistics` imports `fractions` and others from files, which generate code for named tuples.
    expect(rules.counts!.import).toBeGreaterThan(3);
    expect(rules.counts!.compile).toBeGreaterThan(1);
    expect(rules.counts!.connect).toBe(0);
  });

  it('agents may read their own file, which is noted, and write scratch files', async () => {
    const source =
      'def agent_main(problem):\n    open("/tmp/x", "w").close()\n    return [len(open(__file__).read()) > 9]\n';
    const { answer, rules } = await run(source);
    expect(answer).toBe('{"answer":[true]}');
    expect(rules).toMatchObject({ refused: 0, noted: 2 });
    expect(rules.events.map(({ detail, line }) => [detail, line])).toEqual([
      ['/tmp/x', 2],
      ['/agent/agent.py', 3],
    ]);
  });

  it('agents may print a traceback of the recursion limit, also where the rules reached it', async () => {
    const source = [
      'import traceback',
      'def go(n):',
      '    open("/tmp/x", "w").close()',
      '    go(n + 1)',
      'def agent_main(problem):',
      '    try: go(0)',
      '    except RecursionError:',
      '        try: traceback.format_exc()',
      '        except PermissionError: pass',
      '    return ["done"]',
    ].join('\n');
    const { answer, rules } = await run(source);
    expect(answer).toBe('{"answer":["done"]}');
    expect(rules).toMatchObject({ refused: 0, tampered: false });
  });

  it('agents get only the allowed parts of a module', async () => {
    const source =
      'import os.path, sys\ndef agent_main(problem):\n    return [hasattr(os, "listdir"), hasattr(sys, "modules"), bool(sys.version)]\n';
    expect((await run(source)).answer).toBe('{"answer":[false,false,true]}');
  });
});

it('reports the first sixteen rule events and counts the others', async () => {
  const source =
    'def agent_main(problem):\n    for n in range(100):\n        try: open("/proc/" + "x" * 900)\n        except OSError: pass\n    return []\n';
  const { rules } = await run(source);
  expect(rules).toMatchObject({ refused: 100, tampered: false });
  expect(rules.events).toHaveLength(16);
  expect(rules.events[0]!.detail.length).toBeLessThanOrEqual(160);
});
