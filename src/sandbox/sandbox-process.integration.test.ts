import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { scaled } from '../testing/scaled.ts';
import { DEFAULT_LIMITS, type SandboxJob } from './sandbox.ts';
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts';

const WAITS =
  'import time\ndef agent_main(problem):\n    print("begun", flush=True)\n    time.sleep(600)\n    return []\n';

let folder: string;
let gateway: Server;
let sandbox: SandboxProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  gateway = createServer((_request, response) => response.end('{}'));
  await once(gateway.listen(join(folder, 'gateway.sock')), 'listening');
  sandbox = await startSandboxProcess();
}, scaled(60_000));

afterAll(async () => {
  await sandbox.close();
  gateway.close();
  rmSync(folder, { recursive: true });
});

function run(source: string, signal?: AbortSignal, rest: Partial<SandboxJob> = {}) {
  return sandbox.run({
    agentSource: Buffer.from(source),
    problem: { problem_id: 'p1', query: 'a lamp — 灯' },
    limits: { ...DEFAULT_LIMITS, wallMilliseconds: scaled(30_000) },
    gatewaySocket: join(folder, 'gateway.sock'),
    environment: { SANDBOX_MODEL: 'house/adept' },
    ...(signal && { signal }),
    ...rest,
  });
}

/** Number of child processes that the host has now. */
function startedByHost(): number {
  const hostId = sandbox.processId;
  return readFileSync(`/proc/${hostId}/task/${hostId}/children`, 'utf8').split(' ').filter(Boolean).length;
}

it('runs several agents concurrently, and returns their answers, bytes and endings', async () => {
  expect(sandbox.description.tier).not.toBe('none');
  const source =
    'import os, sys\ndef agent_main(problem):\n    print("héllo")\n    return [problem["query"], os.environ["SANDBOX_MODEL"]]\n';
  const [one, other, raised] = await Promise.all([run(source), run(source), run('def agent_main(p):\n    exit(3)\n')]);
  for (const outcome of [one, other]) {
    expect(outcome.ending).toEqual({ kind: 'finished', exitCode: 0 });
    expect(JSON.parse(String(Buffer.from(outcome.answer)))).toMatchObject({ answer: ['a lamp — 灯', 'house/adept'] });
    expect(Buffer.from(outcome.standardOutput).toString()).toBe('héllo\n');
    expect(outcome.wallMilliseconds).toBeGreaterThan(0);
  }
  expect(raised.ending.kind).toBe('finished');
});

it('stops an agent on abort', async () => {
  const stop = new AbortController();
  const running = run(WAITS, stop.signal);
  await vi.waitFor(() => expect(startedByHost()).toBeGreaterThan(0), { timeout: scaled(20_000), interval: 20 });
  stop.abort();
  expect((await running).ending).toEqual({ kind: 'stopped' });
  expect((await run(WAITS, AbortSignal.abort())).ending).toEqual({ kind: 'stopped' });
});

it('extends the time limit of an agent by the time its clock was stopped', async () => {
  const wallMilliseconds = scaled(1_000);
  const source = `import time\ndef agent_main(problem):\n    time.sleep(${wallMilliseconds / 500})\n    return []\n`;
  const limits = { ...DEFAULT_LIMITS, wallMilliseconds };
  const [stopped, running] = await Promise.all([
    run(source, undefined, { limits, stoppedMilliseconds: () => wallMilliseconds * 10 }),
    run(source, undefined, { limits, stoppedMilliseconds: () => 0 }),
  ]);
  expect(stopped.ending).toEqual({ kind: 'finished', exitCode: 0 });
  expect(running.ending).toEqual({ kind: 'out of time' });
});

it('a killed sandbox process fails its runs, and another starts for the next ones', async () => {
  const running = run(WAITS);
  running.catch(() => {});
  await vi.waitFor(() => expect(startedByHost()).toBeGreaterThan(0), { timeout: scaled(20_000), interval: 20 });
  process.kill(sandbox.processId, 'SIGTERM');
  process.kill(sandbox.processId, 'SIGKILL');
  await expect(running).rejects.toMatchObject({ code: 'SANDBOX_FAILED', message: expect.stringContaining('SIGKILL') });
  expect((await run('def agent_main(p):\n    return []\n')).ending).toEqual({ kind: 'finished', exitCode: 0 });
});

it('says why there is no sandbox', async () => {
  await expect(startSandboxProcess({ driver: 'none such' })).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
});
