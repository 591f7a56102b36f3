/**
 * Measures the overhead between an agent and a model, and the speed of a local model:
 *
 * 1. a request through the gateway and the same request directly to a server: an instant one, and llama.cpp's;
 * 2. tokens per second of SmolLM2-135M as a local model (`--model local/…`) and with llama.cpp's server, with the same
 *    file and threads;
 * 3. attempts per minute with 1, 4 and 16 workers on that one model.
 *
 * Everything alternates within one run, because machines are noisy; read the ratios.
 *
 *   npm run fetch:llama-server
 *   npm run bench:inference [-- --rounds 3 --problems 32 --threads 2]
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChatRequest } from '../src/chat/schema.ts';
import { FREE } from '../src/inference/price-of.ts';
import { LlamaServer } from '../src/inference/testing/llama-server.ts';
import { type LocalModel, openLocalModel } from '../src/local/open-local-model.ts';
import { findSmollm2 } from '../src/local/testing/find-smollm2.ts';
import { mean } from '../src/statistics/mean.ts';
import { type OpenModels, openModels } from '../src/validator/open-models.ts';
import { AttemptSite } from './inference/attempts-per-minute.ts';
import { gatewayOverhead } from './inference/gateway-overhead.ts';
import { type Measured, tokensPerSecond } from './inference/throughput.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    problems: { type: 'string', default: '32' },
    threads: { type: 'string', default: String(availableParallelism()) },
    requests: { type: 'string', default: '1000' },
    parts: { type: 'string', default: 'overhead,tokens,attempts' },
  },
});
const AT_ONCE = [1, 4, 16] as const;
const ROUNDS = Number(values.rounds);
const PARTS: ReadonlySet<string> = new Set(values.parts.split(','));
const COMPLETION_TOKENS = 48;
/** Context of one request. */
const CONTEXT = 2048;
/** Width of a column. */
const WIDTH = 24;

/** A model under test, and its name in the tables. */
interface Contender {
  readonly name: string;
  readonly models: OpenModels;
}

function offerOf(local: LocalModel): OpenModels {
  const { id } = local.facts;
  return {
    model: id,
    simulated: false,
    inference: local,
    allowedModels: [id],
    prices: { [id]: FREE },
    credential: { owner: 'contestant' },
  };
}

function chatOf(model: string, number: number): ChatRequest {
  const content = `Write a long story about lamp number ${number} of the market.`;
  return { model, messages: [{ role: 'user', content }], max_tokens: COMPLETION_TOKENS, temperature: 0.7 };
}

async function reportOverhead(server: LlamaServer): Promise<void> {
  const instant = spawn(process.execPath, [new URL('inference/instant-server.ts', import.meta.url).pathname], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(instant.stdout, 'data');
  const content = 'A kavari desk lamp under 500 pesos, please. '.repeat(60);
  const messages = [{ role: 'user', content }];
  const cases = [
    ['answers at once', `http://127.0.0.1:${String(port).trim()}/v1`, 'instant', Number(values.requests)],
    ["llama.cpp's server", server.baseUrl, LlamaServer.model, Math.min(100, Number(values.requests))],
  ] as const;
  console.log('server                 direct p50  gateway p50  overhead p50   direct p95  gateway p95');
  for (const [name, baseUrl, model, requests] of cases) {
    const { direct, gateway } = await gatewayOverhead(baseUrl, { model, messages, max_tokens: 1 }, requests);
    const shown = [direct[0], gateway[0], gateway[0] - direct[0], direct[1], gateway[1]];
    console.log([name.padEnd(20), ...shown.map((each) => `${each.toFixed(2)} ms`.padStart(12))].join(' '));
  }
  instant.kill();
}

/** Prints a row per contender and concurrency: means over the rounds, and ratios. */
async function reportTable(
  unit: string,
  contenders: readonly Contender[],
  measure: (contender: Contender, atOnce: number) => Promise<Measured>,
): Promise<void> {
  const found = new Map<string, Measured[]>();
  const key = (name: string, atOnce: number) => `${name} ${atOnce}`;
  for (let round = 0; round < ROUNDS; round++) {
    for (const atOnce of AT_ONCE) {
      for (const contender of contenders) {
        const place = key(contender.name, atOnce);
        found.set(place, [...(found.get(place) ?? []), await measure(contender, atOnce)]);
      }
    }
  }
  const [first] = contenders;
  const rate = (name: string, atOnce: number) => mean(found.get(key(name, atOnce))!.map((each) => each.rate));
  const cost = (name: string, atOnce: number) =>
    mean(found.get(key(name, atOnce))!.map(({ processor }) => processor ?? Number.NaN));
  const heads = [
    unit === 'tokens' ? 'tokens a second' : 'attempts a minute',
    'against 1',
    `of ${first!.name}`,
    'CPU ms for each',
    'of that',
  ];
  console.log(`\n${'model'.padEnd(20)} at once ${heads.map((head) => head.padStart(WIDTH)).join('')}`);
  for (const { name } of contenders) {
    for (const atOnce of AT_ONCE) {
      const here = rate(name, atOnce);
      const spent = cost(name, atOnce);
      const shown = [
        here.toPrecision(3),
        `${(here / rate(name, 1)).toFixed(2)}×`,
        `${(here / rate(first!.name, atOnce)).toFixed(2)}×`,
        spent.toFixed(spent < 100 ? 1 : 0),
        `${(spent / cost(first!.name, atOnce)).toFixed(2)}×`,
      ];
      console.log(
        `${name.padEnd(20)} ${String(atOnce).padStart(7)} ${shown.map((each) => each.padStart(WIDTH)).join('')}`,
      );
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bench-inference-'));
const server = await LlamaServer.start({
  parallel: Math.max(...AT_ONCE),
  threads: Number(values.threads),
  contextSize: Math.max(...AT_ONCE) * CONTEXT,
});
let local: LocalModel | undefined;
try {
  console.log(`${process.arch}, ${values.threads} threads, load ${loadavg()[0]!.toFixed(1)}, ${ROUNDS} rounds\n`);
  if (PARTS.has('overhead')) await reportOverhead(server);
  const contenders: Contender[] = [
    {
      name: "llama.cpp's server",
      models: await openModels({ model: LlamaServer.model, baseUrl: server.baseUrl, apiKeyEnv: 'ASSAY_API_KEY' }),
    },
  ];
  const found = await findSmollm2();
  if ('reason' in found) console.log(found.reason);
  else {
    local = await openLocalModel('local/smollm2', {
      models: found.folder,
      parallel: Math.max(...AT_ONCE),
      threads: Number(values.threads),
      context: CONTEXT,
      gpu: false,
    });
    contenders.push({ name: 'local model', models: offerOf(local) });
  }
  if (PARTS.has('tokens')) {
    await reportTable('tokens', contenders, ({ models }, atOnce) =>
      tokensPerSecond(models.inference, (number) => chatOf(models.model, number), {
        atOnce,
        requests: Math.max(4, atOnce),
      }),
    );
  }
  if (PARTS.has('attempts')) {
    const site = await AttemptSite.open(folder, Number(values.problems));
    await reportTable('attempts', contenders, ({ models }, atOnce) => site.attemptsPerMinute(models, atOnce));
    await site.close();
  }
} finally {
  await local?.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
