/**
 * Measures how many attempts per minute a machine can run in the same way as a validator (sandbox, gateway, rules,
 * judge, signed evidence), with 1, 4 and 16 at a time, and how much of an attempt's time is not spent in the agent. The
 * sizes alternate within one run, because machines are noisy; read the ratios.
 *
 *   npm run bench:arena [-- --problems 60 --products 20000 --rounds 2]
 */

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAgentFile } from '../src/attempt/run.ts';
import { buildMarket } from '../src/market/build-market.ts';
import { indexPath } from '../src/market/market-folder.ts';
import { ThreadedSearch } from '../src/market/search.ts';
import { synthesiseProblems } from '../src/problems/synthesis.ts';
import { chooseSandbox } from '../src/sandbox/choose-sandbox.ts';
import { DEFAULT_LIMITS, type Sandbox } from '../src/sandbox/sandbox.ts';
import { SandboxProcess, startSandboxProcess } from '../src/sandbox/sandbox-process.ts';
import { mean } from '../src/statistics/mean.ts';
import { openModels } from '../src/validator/open-models.ts';
import { ownEvidence, type TriedProblem, tryAgent } from '../src/validator/try-agent.ts';
import { processorSeconds } from './api/processor-seconds.ts';

const { values } = parseArgs({
  options: {
    problems: { type: 'string', default: '60' },
    products: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '2' },
    model: { type: 'string', default: 'house/expert' },
    workers: { type: 'string', default: '1,4,16' },
    /** Starts sandboxes from this process, for comparison. */
    'in-process': { type: 'boolean', default: false },
    agents: { type: 'string', default: 'native_tools.py,extract_and_search.py,no_model.py' },
  },
});
const AGENTS = values.agents.split(',');
const WORKERS = values.workers.split(',').map(Number);
const CREDIT_DOLLARS = 1_000;

interface Sample {
  readonly agent: string;
  readonly workers: number;
  readonly perMinute: number;
  /** Share of an attempt's total time that is spent outside the agent. */
  readonly outside: number;
  /** Share of the time that an attempt keeps a worker that is spent outside the agent. */
  readonly outsideOfWorker: number;
  readonly processorMilliseconds: number;
  /** As counted for the record. */
  readonly sandboxMilliseconds: number;
}

/** Goals for one agent with this many workers, on two idle cores. */
const GOAL = { agent: 'native_tools.py', workers: 4, perMinute: 600, outside: 0.2 };

const folder = mkdtempSync(join(tmpdir(), 'bench-arena-'));
try {
  await buildMarket({ products: Number(values.products), seed: 7, folder });
  const search = ThreadedSearch.open(indexPath(folder), 1);
  const mix = { product: 1, shop: 1, voucher: 1 };
  const exam = synthesiseProblems({ index: search.index, count: Number(values.problems), mix, seed: 7 });
  const problems = await Array.fromAsync(exam);
  const sandbox = values['in-process'] ? await chooseSandbox() : await startSandboxProcess();
  const models = await openModels({ model: values.model, apiKeyEnv: 'ASSAY_API_KEY' });
  const { driver } = sandbox.description;
  console.log(
    `${process.arch}, ${driver}, ${values.model}, ${problems.length} problems, ${values.products} products\n`,
  );

  const measure = async (agent: string, workers: number): Promise<Sample> => {
    const data = mkdtempSync(join(folder, 'attempts-'));
    const place = {
      models,
      sandbox,
      search,
      wallMilliseconds: DEFAULT_LIMITS.wallMilliseconds,
      ...ownEvidence(data, CREDIT_DOLLARS),
    };
    const file = readAgentFile(new URL(`../agents/${agent}`, import.meta.url).pathname);
    const order = { runId: randomUUID(), agent: file, problems, model: values.model, workers };
    const processor = process.cpuUsage();
    const host = hostSeconds(sandbox);
    const started = performance.now();
    const tried: TriedProblem[] = [];
    for await (const each of tryAgent(order, place)) tried.push(each);
    const minutes = (performance.now() - started) / 60_000;
    const { user, system } = process.cpuUsage(processor);
    const whole = tried.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const kept = tried.reduce((sum, { workerMilliseconds }) => sum + workerMilliseconds, 0);
    const agents = tried.reduce((sum, { attempt }) => sum + attempt.usage.wall_ms, 0);
    rmSync(data, { recursive: true });
    return {
      agent,
      workers,
      perMinute: tried.length / minutes,
      outside: 1 - agents / whole,
      outsideOfWorker: 1 - agents / kept,
      processorMilliseconds: ((user + system) / 1_000 + (hostSeconds(sandbox) - host) * 1_000) / tried.length,
      sandboxMilliseconds: mean(tried.map(({ attempt }) => attempt.usage.cpu_ms)),
    };
  };

  await measure(AGENTS[0]!, 4);
  const samples: Sample[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const agent of AGENTS) for (const workers of WORKERS) samples.push(await measure(agent, workers));
  }
  console.log(
    'agent                  workers  attempts/min  against 1  outside the agent: of an attempt, of a worker  our CPU ms each  sandbox CPU ms each',
  );
  for (const agent of AGENTS) {
    for (const workers of WORKERS) {
      const these = samples.filter((sample) => sample.agent === agent && sample.workers === workers);
      const first = samples.filter((sample) => sample.agent === agent && sample.workers === WORKERS[0]);
      const rate = mean(these.map(({ perMinute }) => perMinute));
      console.log(
        [
          agent.padEnd(22),
          String(workers).padStart(7),
          rate.toFixed(0).padStart(13),
          `${(rate / mean(first.map(({ perMinute }) => perMinute))).toFixed(2)}×`.padStart(10),
          `${(mean(these.map(({ outside }) => outside)) * 100).toFixed(0)} %`.padStart(32),
          `${(mean(these.map(({ outsideOfWorker }) => outsideOfWorker)) * 100).toFixed(0)} %`.padStart(12),
          mean(these.map(({ processorMilliseconds }) => processorMilliseconds))
            .toFixed(0)
            .padStart(16),
          mean(these.map(({ sandboxMilliseconds }) => sandboxMilliseconds))
            .toFixed(0)
            .padStart(20),
        ].join(' '),
      );
    }
  }
  reportGoal(samples.filter(({ agent, workers }) => agent === GOAL.agent && workers === GOAL.workers));
  await search.close();
  await sandbox.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Processor time of the process that starts the sandboxes, which is also overhead of ours. */
function hostSeconds(sandbox: Sandbox): number {
  return sandbox instanceof SandboxProcess ? (processorSeconds(sandbox.processId) ?? 0) : 0;
}

function reportGoal(samples: readonly Sample[]): void {
  if (samples.length === 0) return;
  const perMinute = mean(samples.map((sample) => sample.perMinute));
  const outside = mean(samples.map((sample) => sample.outside));
  const outsideOfWorker = mean(samples.map((sample) => sample.outsideOfWorker));
  const each = mean(samples.map((sample) => sample.processorMilliseconds + sample.sandboxMilliseconds));
  const verdict = (reached: boolean): string => (reached ? 'reached' : 'missed');
  console.log(`\n${GOAL.agent} with ${GOAL.workers} workers, goals for two quiet cores:`);
  console.log(
    `  ${perMinute.toFixed(0)} attempts a minute, goal ${GOAL.perMinute}: ${verdict(perMinute >= GOAL.perMinute)}`,
  );
  console.log(
    `  ${(outside * 100).toFixed(1)} % of an attempt outside the agent, goal under ${GOAL.outside * 100} %: ${verdict(outside < GOAL.outside)}`,
  );
  console.log(`  ${(outsideOfWorker * 100).toFixed(1)} % of a worker's time outside the agent`);
  console.log(
    `  ${each.toFixed(0)} ms of processor time each: two cores without other work could do ${(120_000 / each).toFixed(0)} a minute`,
  );
}
