import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../fault/fault.ts';
import { ownerOf } from '../../fault/fault-table.ts';
import { MemoryCreditAccount } from '../../gateway/credit.ts';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import type { Inference } from '../../inference/inference.ts';
import { buildMarket } from '../../market/build-market.ts';
import { indexPath } from '../../market/market-folder.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { chooseSandbox } from '../../sandbox/choose-sandbox.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { SIMULATED_PRICES, SimulatedInference } from '../../simulated/simulated-inference.ts';
import { scaled } from '../../testing/scaled.ts';
import { AttemptStore } from '../record/attempt-store.ts';
import { keepCalls } from '../record/keep-calls.ts';
import { verifyAttempt } from '../verify-attempt.ts';
import { type AttemptEnvironment, runAttempt } from './run-attempt.ts';
import { runAttempts } from './run-attempts.ts';

const WALL = 4_000;
const DOLLAR = 1_000_000;

let folder: string;
let search: EmbeddedSearch;
let sandbox: Sandbox;
let bench: AttemptEnvironment;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attempt-'));
  await buildMarket({ products: 500, seed: 3, folder });
  search = EmbeddedSearch.open(indexPath(folder));
  sandbox = await chooseSandbox({ driver: 'python' });
  bench = {
    sandbox,
    search,
    store: new AttemptStore(join(folder, 'data')),
    hotkey: hotkeyFromSeed(new Uint8Array(32).fill(7)),
    simulated: true,
    inference: new SimulatedInference(),
    allowedModels: Object.keys(SIMULATED_PRICES),
    prices: SIMULATED_PRICES,
    account: new MemoryCreditAccount(DOLLAR),
    credential: { owner: 'platform' },
    // Without rules, because they would prevent some of the endings tested here.
    rules: 'off',
    limits: { wallMilliseconds: WALL, memoryBytes: 512 * 1024 ** 2, answerBytes: 1024 ** 2 },
  };
});

afterAll(async () => {
  await search.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

async function attempt(source: string | Uint8Array, changes: Partial<AttemptEnvironment> = {}) {
  const order = {
    problem: { problem_id: 'p1', query: 'a lamp' },
    agent: { name: 'agent.py', source: Buffer.from(source) },
    model: 'house/adept',
    runId: randomUUID(),
  };
  return await runAttempt(order, { ...bench, ...changes });
}

/** An agent that calls the model once and recommends nothing. */
const ASKING = `
import assay
def agent_main(problem):
    reply = assay.chat([{"role": "user", "content": problem["query"]}])
    return [{"reply": str(reply)}]
`;

describe('attempts at several problems', () => {
  it('a worker runs the next agent while an attempt is graded, but only one ahead', async () => {
    const [one, two, three] = sampleProblems(3).map(({ id }) => id);
    const begun: string[] = [];
    const secondEnded = Promise.withResolvers<void>();
    const attempts = runAttempts(
      {
        runId: randomUUID(),
        agent: { name: 'agent.py', source: Buffer.from('def agent_main(problem):\n    return []\n') },
        model: 'house/adept',
        workers: 1,
        problems: sampleProblems(3),
        repeats: async ({ id }) => void begun.push(id),
        read: async ({ id }, recorded) => {
          if (id === two) secondEnded.resolve();
          await secondEnded.promise;
          return await keepCalls(recorded);
        },
      },
      bench,
    );
    const { value: first } = await attempts.next();
    expect(first!.problem.id).toBe(one);
    expect(begun).toEqual([one, two]);
    expect(first!.workerMilliseconds).toBeLessThan(first!.milliseconds);
    expect((await Array.fromAsync(attempts)).map(({ problem }) => problem.id)).toEqual([two, three]);
  });
});

describe('an agent that returns an invalid answer', () => {
  it('a syntax error names its line once', async () => {
    const { attempt: record } = await attempt('def agent_main(problem) return []');
    expect(record.fault!.message).toMatch(/^The file is not .*SyntaxError: expected ':' \(line 1\)$/);
  });

  it('an exception names those that led to it, but not in a circle', async () => {
    const { attempt: record } = await attempt(`
def agent_main(problem):
    try:
        return {}["price"]
    except KeyError as error:
        wrong = ValueError("no price")
        error.__cause__ = wrong
        raise wrong from error
`);
    expect(record.fault!.message).toBe(
      "agent_main raised ValueError: no price, caused by KeyError: 'price' in line 4 (line 8)",
    );
  });

  it.each([
    ['is not Python', 'def agent_main(problem) return []', 'AGENT_NOT_PYTHON'],
    ['is binary', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]), 'AGENT_NOT_PYTHON'],
    ['is empty', '', 'AGENT_MAIN_MISSING'],
    ['has no agent_main', 'def main(problem):\n    return []\n', 'AGENT_MAIN_MISSING'],
    ['takes two arguments', 'def agent_main(a, b):\n    return []\n', 'AGENT_MAIN_ARITY'],
    ['takes none', 'def agent_main():\n    return []\n', 'AGENT_MAIN_ARITY'],
    ['cannot be imported', 'import torch\ndef agent_main(problem):\n    return []\n', 'AGENT_IMPORT_FAILED'],
    ['raises', 'def agent_main(problem):\n    raise KeyError("x")\n', 'AGENT_RAISED'],
    ['returns a dict', 'def agent_main(problem):\n    return {}\n', 'ANSWER_NOT_A_LIST'],
    ['returns nothing', 'def agent_main(problem):\n    pass\n', 'ANSWER_NOT_A_LIST'],
    ['is a generator', 'def agent_main(problem):\n    yield 1\n', 'ANSWER_NOT_A_LIST'],
    ['is a coroutine', 'async def agent_main(problem):\n    return []\n', 'ANSWER_NOT_A_LIST'],
    ['returns a generator in a list', 'def agent_main(p):\n    return [x for x in [iter([])]]\n', 'ANSWER_NOT_JSON'],
    ['returns NaN', 'def agent_main(problem):\n    return [float("nan")]\n', 'ANSWER_NOT_JSON'],
    ['returns 50 MB', 'def agent_main(problem):\n    return ["x" * 50_000_000]\n', 'ANSWER_TOO_LARGE'],
    ['returns a lone surrogate', 'def agent_main(problem):\n    return ["\\ud800"]\n', 'ANSWER_NOT_JSON'],
    [
      'returns nested lists',
      'def agent_main(problem):\n    x = []\n    for _ in range(500): x = [x]\n    return x\n',
      'ANSWER_TOO_DEEP',
    ],
    [
      'returns endless nesting',
      'def agent_main(problem):\n    x = []\n    x.append(x)\n    return x\n',
      'ANSWER_NOT_JSON',
    ],
    ['never returns', 'def agent_main(problem):\n    while True: pass\n', 'AGENT_OUT_OF_TIME'],
    ['sleeps', 'import time\ndef agent_main(problem):\n    time.sleep(600)\n', 'AGENT_OUT_OF_TIME'],
    ['exits 0 without output', 'import os\ndef agent_main(problem):\n    os._exit(0)\n', 'AGENT_EXITED'],
    ['exits politely', 'import sys\ndef agent_main(problem):\n    sys.exit(0)\n', 'AGENT_EXITED'],
    ['exits while it is loaded', 'import os\nos._exit(0)\n', 'AGENT_EXITED'],
    ['prints without end', 'def agent_main(problem):\n    while True: print("x" * 999)\n', 'AGENT_PRINTED_TOO_MUCH'],
    ['crashes', 'import ctypes\ndef agent_main(problem):\n    ctypes.string_at(0)\n', 'AGENT_CRASHED'],
    ['wants all memory', 'def agent_main(problem):\n    return [len("x" * 10**10)]\n', 'AGENT_OUT_OF_MEMORY'],
    [
      'forks for ever',
      'import os\ndef agent_main(problem):\n    while True:\n        try: os.fork()\n        except OSError: pass\n',
      'AGENT_OUT_OF_TIME',
    ],
    [
      'claims that we are at fault',
      'import os\ndef agent_main(problem):\n    os.write(3, b\'{"failure":{"stage":"platform","type":"INFERENCE_FAILED","message":"not me","line":null}}\\0\')\n    os._exit(0)\n',
      'AGENT_IMPORT_FAILED',
    ],
  ])('an agent fails by its own fault when it %s', async (_, source, code) => {
    const started = performance.now();
    const { attempt: record, dialogue, receipt } = await attempt(source);
    expect(record.fault?.code).toBe(code);
    expect(record.fault?.owner).toBe('agent');
    expect(dialogue).toBeNull();
    expect(performance.now() - started).toBeLessThan(WALL + scaled(2_000));
    const { checks } = await verifyAttempt(bench.store, receipt.attempt_id);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
});

describe('agents under the rules', () => {
  it('an agent fails when it breaks a rule, whatever it answers, and the record says where', async () => {
    const source = [
      'import random',
      'def agent_main(problem):',
      '    open(__file__).close()',
      '    try: random._os.system("true")',
      '    except OSError: pass',
      '    return [{"a": 1}]',
    ].join('\n');
    const { attempt: record, receipt } = await attempt(source, { rules: undefined });
    expect(record.fault).toMatchObject({ code: 'AGENT_BROKE_RULE', owner: 'agent' });
    expect(record.fault?.message).toContain('Line 4 broke the rule on processes: os.system "true" was refused.');
    expect(record.rules).toMatchObject({
      refused: 1,
      noted: 1,
      events: [
        { event: 'open', detail: '/agent/agent.py', line: 3, refused: false },
        { event: 'os.system', detail: 'true', line: 4, refused: true },
      ],
      modules: ['random'],
    });
    const { checks } = await verifyAttempt(bench.store, receipt.attempt_id);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  it('an agent that breaks no rule keeps its answer', async () => {
    const source = 'def agent_main(problem):\n    return [{"a": 1}]\n';
    const { attempt: record, dialogue } = await attempt(source, { rules: undefined });
    expect(record).toMatchObject({ fault: null, rules: { refused: 0, noted: 0, events: [] } });
    expect(dialogue).toEqual([{ a: 1 }]);
  });
});

describe('correct agents', () => {
  it('an agent may print, and may fork if only one process answers', async () => {
    const source = 'import os\ndef agent_main(problem):\n    print("hello")\n    os.fork()\n    return [{"a": 1}]\n';
    const { attempt: record, dialogue } = await attempt(source);
    expect(record.fault).toBeNull();
    expect(dialogue).toEqual([{ a: 1 }]);
    expect(Buffer.from(await bench.store.blobs.get(record.blobs.stdout.sha256)).toString()).toContain('hello');
  });

  it('an agent pays for its usage, and the calls add up', async () => {
    const account = new MemoryCreditAccount(DOLLAR);
    const { attempt: record } = await attempt(ASKING, { account });
    expect(record.fault).toBeNull();
    expect(record.simulated).toBe(true);
    expect(record.usage.calls.inference).toBe(1);
    expect(record.usage.spend_microdollars).toBeGreaterThan(0);
    expect(account.spent).toBe(record.usage.spend_microdollars);
  });
});

describe('fault owners', () => {
  it('the contestant owns the fault when their credit is exhausted', async () => {
    const { attempt: record } = await attempt(ASKING, { account: new MemoryCreditAccount(1) });
    expect(record.fault).toMatchObject({ code: 'CREDIT_EXHAUSTED', owner: 'agent' });
    expect(record.usage.spend_microdollars).toBe(0);
  });

  it('the platform owns the fault when its provider is down, and the contestant pays nothing', async () => {
    const dead: Inference = {
      chat: async () => {
        throw new Fault('INFERENCE_FAILED', { message: 'The provider does not answer.' });
      },
      models: async () => [],
    };
    const account = new MemoryCreditAccount(DOLLAR);
    const { attempt: record } = await attempt(ASKING, { inference: dead, account });
    expect(record.fault).toMatchObject({ code: 'INFERENCE_FAILED', owner: 'platform' });
    expect(await account.balance()).toBe(DOLLAR);
  });

  it('the validator owns the fault when the sandbox cannot be created, and the attempt is kept', async () => {
    const broken: Sandbox = {
      description: sandbox.description,
      run: async () => {
        throw new Fault('SANDBOX_FAILED', { message: 'No namespaces today.' });
      },
      close: async () => {},
    };
    const { attempt: record } = await attempt(ASKING, { sandbox: broken });
    expect(record.fault?.code).toBe('SANDBOX_FAILED');
    expect(ownerOf('SANDBOX_FAILED')).toBe('validator');
    expect(record.ending).toBeNull();
    expect(bench.store.list()).toContain(record.attempt_id);
  });
});
