/**
 * Measures what a sandbox and the agent rules in it cost on top of starting Python: time per attempt, one and sixteen
 * at a time, and host memory of a sandbox whose agent waits. Everything alternates within one run, because machines are
 * noisy; read the differences, not the milliseconds.
 *
 *   npm run bench:sandbox
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AGENT_RULES, type AgentRules } from '../src/sandbox/agent-rules.ts';
import { findCgroups } from '../src/sandbox/cgroup/find-cgroups.ts';
import { DrivenSandbox } from '../src/sandbox/driven-sandbox.ts';
import type { Driver } from '../src/sandbox/driver.ts';
import { bare } from '../src/sandbox/drivers/bare.ts';
import { bubblewrap } from '../src/sandbox/drivers/bubblewrap.ts';
import { gvisor } from '../src/sandbox/drivers/gvisor.ts';
import { stockPython } from '../src/sandbox/drivers/stock-python.ts';
import { findPython } from '../src/sandbox/find-python.ts';
import { prepareRuntime } from '../src/sandbox/runtime-folder.ts';
import { DEFAULT_LIMITS } from '../src/sandbox/sandbox.ts';
import { ascending, quantile } from '../src/statistics/quantile.ts';

const ROUNDS = 40;
const PARALLEL = 16;
const NOTHING = Buffer.from('def agent_main(problem):\n    return []\n');
const WAITING = Buffer.from('import time\ndef agent_main(problem):\n    time.sleep(3)\n    return []\n');

const python = await findPython(process.getuid?.() === 0);
const runtime = await prepareRuntime(python);
const cgroups = await findCgroups(python.executable);
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const gatewaySocket = join(folder, 'gateway.sock');
const gateway = createServer((_request, response) => response.end('{}'));
await once(gateway.listen(gatewaySocket), 'listening');

const sandbox = (driver: Driver, group = true) =>
  new DrivenSandbox({ driver, python, runtime, cgroups: group ? cgroups : null });
const job = (agentSource: Uint8Array, rules?: AgentRules) => ({
  agentSource,
  rules,
  problem: { problem_id: 'bench', query: 'nothing' },
  limits: { ...DEFAULT_LIMITS, wallMilliseconds: 60_000 },
  gatewaySocket,
});

async function startPython(): Promise<void> {
  await once(spawn(python.executable, ['-c', 'pass'], { stdio: 'ignore' }), 'exit');
}

const contenders = new Map<string, () => Promise<unknown>>([['python3 -c pass', startPython]]);
const sandboxes = new Map<string, DrivenSandbox>([
  ['no isolation', sandbox(bare())],
  ['bwrap, no cgroup', sandbox(bubblewrap(), false)],
  ...(cgroups === null ? [] : ([[`bwrap, cgroup ${cgroups.name}`, sandbox(bubblewrap())]] as const)),
  ['stock python, no cgroup', sandbox(stockPython(), false)],
  ['gvisor', sandbox(gvisor())],
]);
for (const [name, each] of sandboxes) {
  try {
    await each.run(job(NOTHING));
    contenders.set(name, () => each.run(job(NOTHING)));
    if (name !== 'gvisor') contenders.set(`${name}, rules`, () => each.run(job(NOTHING, AGENT_RULES)));
  } catch (error) {
    console.log(`${name}: left out, ${error instanceof Error ? error.message : error}`);
    sandboxes.delete(name);
  }
}

console.log(`${process.arch}, Python ${python.version}, uid ${process.getuid?.()}, ${ROUNDS} rounds in turns\n`);
console.log('one at a time                        p50 ms   p95 ms   over python3 -c pass (p50)');
const times = new Map<string, number[]>([...contenders.keys()].map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, run] of contenders) {
    if (name === 'gvisor' && round >= ROUNDS / 8) continue;
    const started = performance.now();
    await run();
    times.get(name)!.push(performance.now() - started);
  }
}
report(times);

console.log(`\n${PARALLEL} at a time, time for each               p50 ms   p95 ms   over python3 -c pass (p50)`);
const together = new Map<string, number[]>();
for (const [name, run] of contenders) {
  const perAttempt: number[] = [];
  for (let round = 0; round < (name === 'gvisor' ? 1 : 6); round++) {
    const started = performance.now();
    await Promise.all(Array.from({ length: PARALLEL }, run));
    perAttempt.push((performance.now() - started) / PARALLEL);
  }
  together.set(name, perAttempt);
}
report(together);

console.log('\nhost memory of a waiting sandbox      one     of 16 (MiB, proportional set size)');
for (const [name, each] of sandboxes) {
  const [one, many] = [await waitingMemory(each, 1), await waitingMemory(each, PARALLEL)];
  console.log(`${name.padEnd(34)}${one.toFixed(1).padStart(7)}${many.toFixed(1).padStart(10)}`);
}

gateway.close();
await runtime.remove();
rmSync(folder, { recursive: true, force: true });

function report(measured: ReadonlyMap<string, readonly number[]>): void {
  const base = quantile(ascending(measured.get('python3 -c pass')!), 0.5)!;
  for (const [name, values] of measured) {
    const sorted = ascending(values);
    const [p50, p95] = [quantile(sorted, 0.5)!, quantile(sorted, 0.95)!];
    const over = name === 'python3 -c pass' ? '' : `+${(p50 - base).toFixed(1)} ms, ${(p50 / base).toFixed(2)} times`;
    console.log(`${name.padEnd(34)}${p50.toFixed(1).padStart(9)}${p95.toFixed(1).padStart(9)}   ${over}`);
  }
}

/** Memory of all processes started for it, per sandbox. Pages shared between sandboxes count in parts. */
async function waitingMemory(each: DrivenSandbox, count: number): Promise<number> {
  const before = new Set(ownProcesses());
  const runs = Array.from({ length: count }, () => each.run(job(WAITING)));
  await sleep(2_000);
  let kibibytes = 0;
  for (const id of ownProcesses()) {
    if (before.has(id)) continue;
    try {
      kibibytes += Number(readFileSync(`/proc/${id}/smaps_rollup`, 'latin1').match(/^Pss:\s+(\d+)/m)?.[1] ?? 0);
    } catch {
      // It has ended, or belongs to another user.
    }
  }
  await Promise.all(runs);
  return kibibytes / 1024 / count;
}

/** The descendants of this process: others start processes on the machine, too. */
function ownProcesses(): string[] {
  const children = new Map<string, string[]>();
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = parentOf(id);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const found = [...(children.get(String(process.pid)) ?? [])];
  for (const id of found) found.push(...(children.get(id) ?? []));
  return found;
}

function parentOf(id: string): string | undefined {
  try {
    return readFileSync(`/proc/${id}/status`, 'latin1').match(/^PPid:\s+(\d+)/m)?.[1];
  } catch {
    // It has ended.
    return undefined;
  }
}
