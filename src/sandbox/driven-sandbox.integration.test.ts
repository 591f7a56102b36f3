import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../testing/scaled.ts';
import { chooseSandbox, DRIVER_NAMES } from './choose-sandbox.ts';
import { DEFAULT_LIMITS, type Sandbox, type SandboxLimits, type SandboxOutcome } from './sandbox.ts';

const LIMITS: SandboxLimits = { ...DEFAULT_LIMITS, wallMilliseconds: scaled(8_000), memoryBytes: 256 * 1024 ** 2 };

let folder: string;
let gateway: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  gateway = createServer(async (request, response) => {
    const body = await Array.fromAsync(request);
    response.end(`${request.method} ${request.url} ${Buffer.concat(body).length}`);
  });
  await once(gateway.listen(join(folder, 'gateway.sock')), 'listening');
});

afterAll(() => {
  gateway.close();
  rmSync(folder, { recursive: true });
});

/** Drivers whose program is missing here are skipped; available ones must pass. */
const available: { name: string; sandbox: Sandbox }[] = [];
for (const name of [...DRIVER_NAMES, 'unsafe']) {
  try {
    const choice = name === 'unsafe' ? { unsafe: true } : { driver: name };
    available.push({ name, sandbox: await chooseSandbox(choice) });
  } catch (error) {
    console.warn(`driver ${name} is not tested here: ${error instanceof Error ? error.message : error}`);
  }
}
afterAll(async () => {
  for (const { sandbox } of available) await sandbox.close();
});

async function run(sandbox: Sandbox, source: string, extra: { limits?: SandboxLimits; signal?: AbortSignal } = {}) {
  const outcome = await sandbox.run({
    agentSource: Buffer.from(source),
    problem: { problem_id: 'p1', query: 'a lamp — 灯' },
    limits: LIMITS,
    gatewaySocket: join(folder, 'gateway.sock'),
    environment: { SANDBOX_MODEL: 'house/adept' },
    ...extra,
  });
  return { ...outcome, report: outcome.ending.kind === 'finished' ? reportOf(outcome) : undefined };
}

function reportOf({ answer }: SandboxOutcome): unknown {
  return answer.length === 0 ? undefined : JSON.parse(Buffer.from(answer).toString('utf8'));
}

it('finds at least the driver that needs nothing but Python', () => {
  expect(available.map(({ name }) => name)).toContain('python');
});

/** Engines have their own images, whose files their containers share. */
const ownFiles = ['bwrap', 'python', 'gvisor'];

/** The default driver here; tests of agents and attempts use the others. */
const [chosen, ...others] = available;

describe.each([chosen!])('a sandbox by $name', testSandbox);
describe.each(others)('another sandbox by $name', { tags: 'slow' }, testSandbox);

function testSandbox({ name, sandbox }: (typeof available)[number]): void {
  it('the sandbox passes the problem in and the answer out', async () => {
    const { ending, report } = await run(sandbox, 'def agent_main(problem):\n    return [problem]\n');
    expect(ending).toEqual({ kind: 'finished', exitCode: 0 });
    expect(report).toEqual({ answer: [{ problem_id: 'p1', query: 'a lamp — 灯' }] });
  });

  it('agents reach the gateway by name with the usual libraries', async () => {
    const { report } = await run(
      sandbox,
      `import http.client, urllib.request
def agent_main(problem):
    plain = urllib.request.urlopen("http://proxy:80/health").read().decode()
    posted = urllib.request.urlopen("http://proxy/large", data=b"x" * 3_000_000).read().decode()
    kept = http.client.HTTPConnection("proxy", 80)
    replies = []
    for number in range(3):
        kept.request("GET", f"/{number}")
        replies.append(kept.getresponse().read().decode())
    try:
        import requests
        replies.append(requests.get("http://proxy:80/by-requests").text)
    except ImportError:
        replies.append("GET /by-requests 0")
    return [plain, posted, *replies]
`,
    );
    const kept = ['GET /0 0', 'GET /1 0', 'GET /2 0', 'GET /by-requests 0'];
    expect(report).toEqual({ answer: ['GET /health 0', 'POST /large 3000000', ...kept] });
  });

  it('agents see only the environment they were given', async () => {
    process.env.SOMEBODYS_SECRET = 'hunter2';
    const { report } = await run(
      sandbox,
      'import os\ndef agent_main(problem):\n    return [sorted(os.environ), os.environ["SANDBOX_MODEL"]]\n',
    );
    delete process.env.SOMEBODYS_SECRET;
    const { answer } = report as { answer: [string[], string] };
    expect(answer[1]).toBe('house/adept');
    expect(answer[0]).not.toContain('SOMEBODYS_SECRET');
  });

  it('agents inherit no open file', async () => {
    const { report } = await run(
      sandbox,
      'import os\ndef agent_main(problem):\n    return [sorted(os.readlink(f"/proc/self/fd/{n}") for n in os.listdir("/proc/self/fd") if int(n) > 4 and os.path.exists(f"/proc/self/fd/{n}"))]\n',
    );
    expect((report as { answer: [string[]] }).answer[0].filter((link) => !link.startsWith('/proc'))).toEqual([]);
  });

  // gVisor's kernel numbers files itself, in every attempt from 1.
  it.skipIf(!ownFiles.includes(name) || name === 'gvisor')(
    'every attempt sees files that no other attempt has',
    async () => {
      const source = `import os
def agent_main(problem):
    found = []
    for top in ("/usr", "/opt", "/etc", "/lib", "/lib64"):
        for folder, _, files in os.walk(top):
            found += [os.stat(os.path.join(folder, name)) for name in files]
    return [f"{status.st_dev}:{status.st_ino}" for status in found]
`;
      const reports = await Promise.all([run(sandbox, source), run(sandbox, source)]);
      const [one, other] = reports.map(({ report }) => new Set((report as { answer: string[] }).answer));
      expect(one!.size).toBeGreaterThan(100);
      expect([...one!].filter((file) => other!.has(file))).toEqual([]);
    },
  );

  it.skipIf(!ownFiles.includes(name))('agents have the modules that their file names, and SQLite works', async () => {
    const { report } = await run(
      sandbox,
      `import asyncio, hashlib, os, sqlite3, ssl, tempfile, xml.etree.ElementTree
def agent_main(problem):
    file = "/tmp/notes.db" if os.access("/tmp", os.W_OK) else ":memory:"
    with sqlite3.connect(file) as notes:
        notes.execute("create table note (text)")
        notes.execute("insert into note values (?)", [problem["query"]])
    return [*notes.execute("select text from note").fetchone(), asyncio.run(asyncio.sleep(0, "ran"))]
`,
    );
    expect(report).toEqual({ answer: ['a lamp — 灯', 'ran'] });
  });

  it('the sandbox separates printed output from the answer', async () => {
    const { report, standardOutput, standardError } = await run(
      sandbox,
      'import sys\ndef agent_main(problem):\n    print("out")\n    print("err", file=sys.stderr)\n    return []\n',
    );
    expect(report).toEqual({ answer: [] });
    expect(Buffer.concat([standardOutput, standardError]).toString()).toContain('out\n');
    expect(Buffer.from(standardError).toString()).toContain('err\n');
  });

  it('the sandbox reports the stage at which an agent failed', async () => {
    const stages = await Promise.all(
      [
        'def agent_main(problem) return []',
        'import nothing_of_that_name\ndef agent_main(problem):\n    return []\n',
        'x = 1\n',
        'def agent_main():\n    return []\n',
        'def agent_main(problem):\n    return [1 / 0]\n',
        'def agent_main(problem):\n    return {}\n',
        'def agent_main(problem):\n    return [float("nan")]\n',
      ].map(async (source) => (await run(sandbox, source)).report as { failure: { stage: string; line: number } }),
    );
    expect(stages.map(({ failure }) => failure.stage)).toEqual([
      'compile',
      'import',
      'main',
      'arity',
      'call',
      'answer type',
      'answer json',
    ]);
    expect(stages[4]!.failure.line).toBe(2);
  });

  it('the sandbox stops an agent that does not end', async () => {
    const limits = { ...LIMITS, wallMilliseconds: 500 };
    const { ending } = await run(sandbox, 'import time\ndef agent_main(problem):\n    time.sleep(60)\n', { limits });
    expect(ending).toEqual({ kind: 'out of time' });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);
    const patient = 'import time\ndef agent_main(problem):\n    time.sleep(60)\n';
    const stopped = await run(sandbox, patient, { signal: stop.signal });
    expect(stopped.ending).toEqual({ kind: 'stopped' });
  });

  it('the sandbox cuts off output and answers that grow too large', async () => {
    const limits = { ...LIMITS, outputBytes: 10_000, answerBytes: 10_000 };
    const loud = await run(sandbox, 'def agent_main(problem):\n    while True: print("x" * 1000)\n', { limits });
    expect(loud.ending).toEqual({ kind: 'printed too much' });
    expect(loud.standardOutput.length + loud.standardError.length).toBeLessThanOrEqual(10_000);
    const long = await run(sandbox, 'def agent_main(problem):\n    return ["x" * 100_000]\n', { limits });
    expect(long.ending).toEqual({ kind: 'answer too large' });
    expect(long.answer.length).toBeLessThanOrEqual(10_000);
  });

  it.skipIf(name === 'unsafe')('the sandbox counts processor time over all processes', async () => {
    const limits = { ...LIMITS, cpuMilliseconds: 1_000 };
    const { ending } = await run(
      sandbox,
      'import os\ndef agent_main(problem):\n    for _ in range(2): os.fork()\n    while True: pass\n',
      { limits },
    );
    expect(ending.kind).toBe('out of cpu');
  });

  it('the sandbox reports resource usage', async () => {
    const { cpuMilliseconds, peakMemoryBytes, wallMilliseconds } = await run(
      sandbox,
      'import time\ndef agent_main(problem):\n    kept = bytearray(60_000_000)\n    end = time.process_time() + 0.3\n    while time.process_time() < end: pass\n    return [len(kept)]\n',
    );
    expect(cpuMilliseconds).toBeGreaterThan(250);
    expect(wallMilliseconds).toBeGreaterThan(250);
    // gVisor's guest is only partly visible when sampled from outside.
    expect(peakMemoryBytes).toBeGreaterThan(name === 'gvisor' ? 20_000_000 : 60_000_000);
  });

  it('the sandbox reports a crash of the agent', async () => {
    const { ending } = await run(sandbox, 'import ctypes\ndef agent_main(problem):\n    ctypes.string_at(0)\n');
    // An engine reports it as an exit code of its own.
    if (name === 'gvisor') expect(ending.kind).not.toBe('out of time');
    else expect(ending).toEqual({ kind: 'crashed', signal: 'SIGSEGV' });
  });

  it('only the first process can answer when the agent forks', async () => {
    const { report } = await run(sandbox, 'import os\ndef agent_main(problem):\n    os.fork()\n    return [1]\n');
    expect(report).toEqual({ answer: [1] });
  });

  it('the sandbox leaves nothing in the temporary folder', async () => {
    const before = new Set(readdirSync(tmpdir()));
    await run(sandbox, 'def agent_main(problem):\n    open("/tmp/mark", "w")\n    return []\n');
    // Other test files have sandboxes there too; the name of a box contains the pid of the process that made it.
    const isOurs = (entry: string) => entry.startsWith('box-') && entry.includes(`-${process.pid}-`);
    const left = readdirSync(tmpdir()).filter((entry) => !before.has(entry) && isOurs(entry));
    expect(left).toEqual([]);
    rmSync(join(tmpdir(), 'mark'), { force: true });
  });
}
