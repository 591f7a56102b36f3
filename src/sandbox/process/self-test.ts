import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import { DEFAULT_LIMITS, type Sandbox, type SandboxLimits } from '../sandbox.ts';

const AGENT = readFileSync(new URL('../../../python/sandbox/self_test.py', import.meta.url));
const MEMORY_HUNGRY_AGENT = Buffer.from('def agent_main(problem):\n    return [len(bytearray(1 << 30))]\n');
const SLEEPING_AGENT = Buffer.from('import time\ndef agent_main(problem):\n    time.sleep(60)\n');

const LIMITS: SandboxLimits = {
  ...DEFAULT_LIMITS,
  wallMilliseconds: 10_000,
  memoryBytes: 256 * 1024 ** 2,
  processes: 64,
};

const report = z.object({ answer: z.array(z.object({ check: z.string(), held: z.union([z.boolean(), z.string()]) })) });

/**
 * Tests a sandbox by running agents in it: a driver that is installed may still be unable to create namespaces, or
 * create them and leave something open. Returns the failed checks; empty if all passed.
 */
export async function selfTest(sandbox: Sandbox): Promise<readonly string[]> {
  const word = randomBytes(8).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'canary-'));
  const file = join(folder, word);
  const gatewaySocket = join(folder, 'gateway.sock');
  const gateway = createServer((_request, response) => response.end(word));
  const port = createTcpServer((connection) => connection.destroy());
  try {
    writeFileSync(file, word);
    await Promise.all([
      once(gateway.listen(gatewaySocket), 'listening'),
      once(port.listen(0, '127.0.0.1'), 'listening'),
    ]);
    // gVisor's guest has its own kernel, which reports no filter because the whole kernel acts as one.
    const ownKernel = sandbox.description.driver === 'gvisor';
    const query = JSON.stringify({ word, file, port: (port.address() as AddressInfo).port, own_kernel: ownKernel });
    const job = { problem: { problem_id: 'self-test', query }, limits: LIMITS, gatewaySocket };
    const broken = brokenChecks((await sandbox.run({ ...job, agentSource: AGENT })).answer);
    const greedy = await sandbox.run({ ...job, agentSource: MEMORY_HUNGRY_AGENT });
    if (Buffer.from(greedy.answer).includes('"answer"')) broken.push('memory is not limited');
    const limits = { ...LIMITS, wallMilliseconds: 300 };
    const sleepy = await sandbox.run({ ...job, limits, agentSource: SLEEPING_AGENT });
    if (sleepy.ending.kind !== 'out of time') broken.push(`a sleeping agent ended as "${sleepy.ending.kind}"`);
    return broken;
  } finally {
    gateway.close();
    port.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function brokenChecks(answer: Uint8Array): string[] {
  const text = Buffer.from(answer).toString('utf8');
  const json = parseJson(text);
  const parsed = report.safeParse(json.ok ? json.value : undefined);
  if (!parsed.success) return [`the test agent gave no answer: ${text.slice(0, 200) || 'no answer'}`];
  return parsed.data.answer
    .filter(({ held }) => held !== true)
    .map(({ check, held }) => (typeof held === 'string' ? `${check} (${held})` : check));
}
