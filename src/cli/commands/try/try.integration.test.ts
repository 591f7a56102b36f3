import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attempt } from '../../../attempt/attempt.ts';
import { AttemptStore } from '../../../attempt/record.ts';
import { verifyAttempt } from '../../../attempt/verify-attempt.ts';
import { StandInProvider } from '../../../inference/testing/stand-in-provider.ts';
import { sharedMarket } from '../../../market/testing/shared-market.ts';
import { scaled } from '../../../testing/scaled.ts';
import type { Verdict } from '../../../verdict/verdict.ts';
import { AssayRunner, type Ran } from '../../testing/assay-runner.ts';
import type { TrySummary } from './summary.ts';

const AGENTS = fileURLToPath(new URL('../../../../agents/', import.meta.url));

let folder: string;
let problems: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'try-'));
  problems = join(folder, 'exam.jsonl');
  await sharedMarket({ products: 3_000, seed: 5, folder: join(folder, 'market') });
  const synth = ['problems', 'synth', '--market', join(folder, 'market'), '--count', '3', '--out', problems];
  expect(await assay(synth)).toMatchObject({ code: 0 });
});

afterAll(() => rmSync(folder, { recursive: true }));

const runner = new AssayRunner();

async function assay(words: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  return await runner.run(words, { cwd: folder, env });
}

async function tried(agent: string, ...words: string[]): Promise<readonly Attempt[]> {
  const place = ['--market', join(folder, 'market'), '--problems', problems, '--data', join(folder, 'data')];
  const models = words.includes('--replay') ? [] : ['--simulated'];
  const { output, error } = await assay(['try', agent, ...place, '--driver', 'python', '--json', ...words, ...models]);
  expect(error).toBe('');
  return (JSON.parse(output) as { attempts: Attempt[] }).attempts;
}

/** The model calls of an attempt with their responses, in order. */
async function completions(attempt: Attempt): Promise<string[]> {
  const store = new AttemptStore(join(folder, 'data'));
  const { calls } = await verifyAttempt(store, attempt.attempt_id);
  return calls
    .filter(({ kind }) => kind === 'inference')
    .map(({ request, response }) => JSON.stringify([request, response]));
}

// Each test runs several agents in sandboxes, while other test files use the same cores.
describe('assay try', { timeout: scaled(90_000) }, () => {
  it('assay try runs an agent on problems, and leaves verifiable evidence and one self-contained page', async () => {
    const page = join(folder, 'page.html');
    const attempts = await tried(join(AGENTS, 'native_tools.py'), '--open', page);
    expect(attempts.map(({ fault }) => fault)).toEqual([null, null, null]);
    const text = readFileSync(page, 'utf8');
    expect(text.match(/<details class="attempt/g)).toHaveLength(3);
    expect(text).not.toMatch(/<script|src=|href=|url\(/);
    const { code, output } = await assay(['explain', attempts[0]!.attempt_id, '--data', join(folder, 'data')]);
    expect(code).toBe(0);
    expect(output).toContain('house/adept');
    const report = ['judge', 'report', '--json', '--data', join(folder, 'data')];
    const { predictions } = JSON.parse((await assay([...report, '--problems', problems])).output);
    expect(predictions).toContainEqual(expect.objectContaining({ judge: 'gates', agents: 'given' }));
    expect((await assay(report)).code).toBe(2);
  });

  it('assay try --probe caps the reasoning grade of a program that decides itself, and says why', async () => {
    const place = ['--market', join(folder, 'market'), '--problems', problems, '--data', join(folder, 'probed')];
    const words = ['try', join(AGENTS, 'narrated_loop.py'), ...place, '--driver', 'python', '--simulated', '--probe'];
    const { output } = await assay(words);
    expect(output).toMatch(/reasoning quality 0\.[12]\d* over 3 judged/);
    expect(output).toMatch(
      /Reasoning grades are capped at 0\.[13], as in a validator’s run, because your program decides: \S.* The judge graded \d attempts? higher/,
    );
  });

  it('assay try replays a recording byte for byte, and says where an agent deviated', { tags: 'slow' }, async () => {
    const recording = join(folder, 'recording.jsonl');
    const [recorded] = await tried(join(AGENTS, 'react_text.py'), '--limit', '1', '--record', recording);
    const [replayed] = await tried(join(AGENTS, 'react_text.py'), '--limit', '1', '--replay', recording);
    expect(replayed!.fault).toBeNull();
    expect(await completions(replayed!)).toEqual(await completions(recorded!));
    const [diverged] = await tried(join(AGENTS, 'native_tools.py'), '--limit', '1', '--replay', recording);
    expect(diverged!.fault).toMatchObject({ code: 'REPLAY_DIVERGED', owner: 'platform' });
  });

  it('assay try gives the same verdicts for the same agent, problems and model', { tags: 'slow' }, async () => {
    const verdicts = async () => {
      const attempts = (await tried(join(AGENTS, 'extract_and_search.py'))) as (Attempt & { verdict: object })[];
      const known = attempts.map(({ problem_id, verdict }) => ({ problem_id, ...verdict, attempt_id: '' }));
      return known.toSorted((left, right) => (left.problem_id < right.problem_id ? -1 : 1));
    };
    expect(await verdicts()).toEqual(await verdicts());
  });

  it('assay try prints exception, line and refused model, and exits with 1', async () => {
    const agent = join(folder, 'mistaken.py');
    writeFileSync(
      agent,
      `from src.agent.proxy_client import ProxyClient


def agent_main(problem_data):
    print("a word from the agent")
    body = {"model": "Qwen/Qwen3-32B-TEE", "messages": [{"role": "user", "content": "x"}]}
    ProxyClient(max_retries=1).post("/inference/chat/completions", json_data=body)
    try:
        return {}["price"]
    except KeyError as error:
        raise ValueError("no price") from error
`,
    );
    const place = ['--market', join(folder, 'market'), '--problems', problems, '--data', join(folder, 'data')];
    const words = ['try', agent, ...place, '--driver', 'python', '--simulated'];
    const { code, output } = await assay(words, { COLUMNS: '80' });
    expect(code).toBe(1);
    expect(output).toMatch(/^ +3 +AGENT_RAISED \(agent\) +ValueError: no price, .*11 +[0-9a-f]{8}$/m);
    expect(output).toMatch(/^ +3 +asked for Qwen\/Qwen3-32B-TEE; allowed: house/m);
    expect(output).toContain('(0 searches, 0 completions');
    const tables = output.split('\n').filter((line) => /^[ \w].* {2,}\S/.test(line));
    expect(tables.filter((line) => line.length > 80)).toEqual([]);
    const [first] = readFileSync(problems, 'utf8').split('\n');
    const { problem_id: id } = JSON.parse(first!) as { problem_id: string };
    const one = await assay([...words, '--problem', id]);
    expect(one.output).toContain('  │ a word from the agent');
    expect(one.output).toMatch(/exception +ValueError: no price, caused by KeyError: 'price' in\s+line 9/);
    expect(one.output).toContain('  agent, line 11, in agent_main');
    const attempt = / example\n.* ([0-9a-f]{8})\n/s.exec(one.output)![1]!;
    expect((await assay([...words, '--problem', attempt])).output).toMatch(new RegExp(`^problem +${id}$`, 'm'));
    expect((await assay([...words, '--problem', 'nowhere'])).error).toContain('No problem and no attempt begins with');
  });

  it('assay try exits with 1 for a file that the arena would reject, whatever it solved', async () => {
    const agent = join(folder, 'unsafe.py');
    writeFileSync(agent, `import subprocess\n${readFileSync(join(AGENTS, 'no_model.py'), 'utf8')}`);
    const place = ['--market', join(folder, 'market'), '--problems', problems, '--data', join(folder, 'data')];
    const words = ['try', agent, ...place, '--limit', '1', '--driver', 'python', '--simulated', '--json'];
    const { code, output } = await assay(words);
    expect(JSON.parse(output)).toMatchObject({ analysis: { verdict: 'rejected' } });
    expect(code).toBe(1);
  });

  it('assay try marks attempts without isolation, and allows a debugger only for them', async () => {
    const agent = join(folder, 'debugged.py');
    const [commands, seen] = [join(folder, 'commands'), join(folder, 'seen')];
    writeFileSync(commands, 'p 6 * 7\nc\n');
    const stop = `import pdb; pdb.Pdb(stdin=open("${commands}"), stdout=open("${seen}", "w")).set_trace()`;
    writeFileSync(agent, `def agent_main(problem_data):\n    ${stop}\n    return []\n`);
    const data = join(folder, 'debugged');
    const place = ['--market', join(folder, 'market'), '--problems', problems, '--data', data];
    const words = ['try', agent, ...place, '--simulated', '--limit', '1', '--attach'];
    expect((await assay(words)).error).toContain('--attach needs --unsafe-no-isolation');
    const { output, error } = await assay([...words, '--unsafe-no-isolation']);
    expect(error).toContain('Without isolation');
    expect(output).toContain('pdb.Pdb(stdin=open("/dev/');
    expect(readFileSync(seen, 'utf8')).toContain('42');
    const store = new AttemptStore(data);
    const { attempt } = await verifyAttempt(store, store.list()[0]!);
    expect(attempt).toMatchObject({ fault: null, sandbox: { isolation: 'none', driver: 'none' } });
  });

  it('assay try explains wrong usage before anything runs', async () => {
    const missing = await assay(['try', 'nowhere.py']);
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.error).toContain('There is no file nowhere.py');
    const large = join(folder, 'large.py');
    writeFileSync(large, '#'.repeat(1_000_001));
    expect((await assay(['try', large])).error).toContain('an agent may have 1000000');
    const unknown = await assay(['try', join(AGENTS, 'no_model.py'), '--model', 'gpt-9']);
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.error).toContain('--simulated');
    const unnamed = await assay(['try', join(AGENTS, 'no_model.py')]);
    expect(unnamed).toMatchObject({ code: 2 });
    expect(unnamed.error).toContain('No model is named');
    const mixed = await assay([
      'try',
      join(AGENTS, 'no_model.py'),
      '--simulated',
      '--base-url',
      'http://127.0.0.1:9/v1',
    ]);
    expect(mixed.error).toContain('cannot be combined');
    const nobody = await assay([
      'try',
      join(AGENTS, 'no_model.py'),
      '--model',
      'a',
      '--base-url',
      'http://127.0.0.1:9/v1',
    ]);
    expect(nobody).toMatchObject({ code: 2 });
    expect(nobody.error).toMatch(/model endpoint http:\/\/127\.0\.0\.1:9\/v1 failed: /);
    const nonsense = await assay(['try', join(AGENTS, 'no_model.py'), '--model', 'a', '--base-url', 'notaurl']);
    expect(nonsense.error).toContain('is not an address');
  });
});

describe('assay try with an endpoint', () => {
  let provider: Server;
  let keys: (string | undefined)[] = [];

  beforeAll(async () => {
    provider = createServer((request, response) => {
      if (request.url!.endsWith('/chat/completions')) keys.push(request.headers.authorization);
      response.setHeader('content-type', 'application/json');
      const message = { role: 'assistant', content: 'I would rather not.' };
      const usage = { prompt_tokens: 1000, completion_tokens: 5, total_tokens: 15 };
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', choices: [{ index: 0, message }], usage }));
    });
    await once(provider.listen(0, '127.0.0.1'), 'listening');
  });

  afterAll(() => provider.close());

  it('assay try lets a panel of models judge, and marks unreadable judgements as unjudged', {
    tags: 'slow',
  }, async () => {
    const panel = createServer((request, response) => {
      const opinion = '{"explanation": "No two candidates.", "gates": [true, true, true, false]}';
      const message = { role: 'assistant', content: request.url === '/good/chat/completions' ? opinion : 'Well.' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ id: 'x', object: 'chat.completion', choices: [{ index: 0, message }] }));
    });
    await once(panel.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(panel.address() as AddressInfo).port}`;
    const judged = async (url: string) => {
      const words = ['--limit', '1', '--judge-model', 'a', '--judge-base-url', url];
      const place = ['--market', join(folder, 'market'), '--problems', problems, '--data', join(folder, 'data')];
      const { output } = await assay([
        'try',
        join(AGENTS, 'no_model.py'),
        ...place,
        '--driver',
        'python',
        '--simulated',
        '--json',
        ...words,
      ]);
      const { attempts, summary } = JSON.parse(output) as { attempts: { verdict: Verdict }[]; summary: TrySummary };
      return { ...attempts[0]!.verdict.judgement, unjudged: summary.unjudged };
    };
    expect(await judged(`${address}/good`)).toMatchObject({ quality: 0.7, models: ['a'], unjudged: [] });
    const reason = 'too few judges gave an opinion: a gave no readable opinion.';
    expect(await judged(`${address}/bad`)).toMatchObject({ quality: null, unjudged: [[reason, 1]] });
    panel.close();
  });

  it('commands that use judges end before the first problem if the judges refuse the key', async () => {
    const judges = await StandInProvider.start();
    judges.reset(...[1, 2].map(() => ({ status: 401, body: '{"error":{"message":"Invalid API key provided"}}' })));
    const panel = ['--judge-model', 'a', '--judge-base-url', judges.baseUrl];
    const place = ['--market', join(folder, 'market'), '--problems', problems, '--data', join(folder, 'data')];
    const tried = await assay(['try', join(AGENTS, 'no_model.py'), ...place, '--simulated', ...panel]);
    const report = await assay(['judge', 'report', '--model', 'a', '--base-url', judges.baseUrl]);
    judges.stop();
    expect([tried.code, report.code]).toEqual([1, 1]);
    for (const { error } of [tried, report]) expect(error).toMatch(/refuses calls .*\(401\): Invalid API key provided/);
    expect(tried.error).toContain('--judge-api-key-env');
  });

  it('assay try with an endpoint offers no simulated model, says which model answered, and keeps its key from everything else', async () => {
    keys = [];
    const recording = join(folder, 'provider.jsonl');
    const key = 'sk-very-secret-0123456789';
    const agent = join(folder, 'hopeful.py');
    writeFileSync(
      agent,
      `import assay
from os import getenv
from src.agent.proxy_client import ProxyClient


def agent_main(problem_data):
    for model in ["house/expert", getenv("SANDBOX_MODEL")]:
        body = {"model": model, "messages": [{"role": "user", "content": problem_data["query"]}]}
        ProxyClient(max_retries=1).post("/inference/chat/completions", json_data=body)
    dialogue = assay.Dialogue(problem_data["query"])
    dialogue.add(think="Nothing found.", response="Nothing found.")
    return dialogue.steps
`,
    );
    const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
    const place = ['--market', join(folder, 'market'), '--problems', problems, '--data', join(folder, 'data')];
    const endpoint = ['--base-url', baseUrl, '--model', 'some/model', '--prompt-price', '2', '--completion-price', '8'];
    const words = ['try', agent, ...place, ...endpoint, '--limit', '1', '--json'];
    const { output } = await assay([...words, '--driver', 'python', '--record', recording], { ASSAY_API_KEY: key });
    const { attempts } = JSON.parse(output) as { attempts: Attempt[] };
    expect(attempts[0]).toMatchObject({
      simulated: false,
      usage: { calls: { inference: 1, refused: 1 } },
      models: [{ model: 'some/model', endpoint: baseUrl, simulated: false, completions: 1 }],
    });
    const { calls } = await verifyAttempt(new AttemptStore(join(folder, 'data')), attempts[0]!.attempt_id);
    expect(calls.find(({ kind }) => kind === 'refused')).toMatchObject({
      status: 403,
      response: { error: "Model 'house/expert' is not allowed", allowed_models: ['some/model'] },
    });
    const told = await assay(['explain', attempts[0]!.attempt_id, '--data', join(folder, 'data')]);
    expect(told.output).toContain(`some/model (${baseUrl}, model not named), 1 completion`);
    expect(new Set(keys)).toEqual(new Set([`Bearer ${key}`]));
    // The first request checks the endpoint and is not part of an attempt.
    expect(attempts[0]!.usage.spend_microdollars).toBe((keys.length - 1) * (2 * 1000 + 8 * 5));
    expect(readFileSync(recording, 'utf8')).not.toContain(key);
    const { stdout } = await promisify(execFile)('grep', ['-rlF', key, folder]).catch(() => ({ stdout: '' }));
    expect(stdout).toBe('');
  });
});
