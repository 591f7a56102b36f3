/**
 * What stands between an agent and a model costs, and what running one's own model gives:
 *
 * 1. a request through the gateway against the same request straight to a server, one that answers at once and llama.cpp's;
 * 2. tokens per second of SmolLM2-135M in this process (`--model local/NAME`) against llama.cpp's server;
 * 3. attempts a minute with 1, 4 and 16 workers on that one model.
 *
 * Everything takes turns within one run, because machines are noisy; read the ratios.
 *
 *   npm run fetch:llama-server
 *   npm run bench:inference [-- --model local/smollm2 --rounds 3 --problems 32 --threads 2]
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChatRequest } from '../src/chat/schema.ts';
import { LlamaServer } from '../src/inference/testing/llama-server.ts';
import { mean } from '../src/statistics/mean.ts';
import { type OpenModels, openModels } from '../src/validator/open-models.ts';
import { AttemptSite } from './inference/attempts-per-minute.ts';
import { gatewayOverhead } from './inference/gateway-overhead.ts';
import { tokensPerSecond } from './inference/throughput.ts';

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    problems: { type: 'string', default: '32' },
    threads: { type: 'string', default: String(availableParallelism()) },
    requests: { type: 'string', default: '1000' },
  },
});
const AT_ONCE = [1, 4, 16] as const;
const ROUNDS = Number(values.rounds);
const COMPLETION_TOKENS = 64;

/** A model under test: its name in the tables, its id and how it is reached. */
interface Contender {
  readonly name: string;
  readonly model: string;
  readonly models: OpenModels;
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

/** A table of one number for each contender and number at once: means over the rounds, and ratios. */
async function reportTable(
  unit: string,
  contenders: readonly Contender[],
  measure: (contender: Contender, atOnce: number) => Promise<number>,
): Promise<void> {
  const found = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of contenders) {
      for (const atOnce of AT_ONCE) {
        const key = `${contender.name} ${atOnce}`;
        found.set(key, [...(found.get(key) ?? []), await measure(contender, atOnce)]);
      }
    }
  }
  const rate = (name: string, atOnce: number) => mean(found.get(`${name} ${atOnce}`)!);
  console.log(`\n${'model'.padEnd(22)} at once ${unit.padStart(13)}  against 1  against ${contenders[0]!.name}`);
  for (const { name } of contenders) {
    for (const atOnce of AT_ONCE) {
      const here = rate(name, atOnce);
      const ratios = [here / rate(name, 1), here / rate(contenders[0]!.name, atOnce)];
      console.log(
        [
          name.padEnd(22),
          String(atOnce).padStart(7),
          here.toFixed(1).padStart(13),
          ...ratios.map((each) => `${each.toFixed(2)}×`.padStart(10)),
        ].join(' '),
      );
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bench-inference-'));
const server = await LlamaServer.start({
  parallel: Math.max(...AT_ONCE),
  threads: Number(values.threads),
  contextSize: 16 * 2048,
});
try {
  console.log(`${process.arch}, ${values.threads} threads, load ${loadavg()[0]!.toFixed(1)}, ${ROUNDS} rounds\n`);
  await reportOverhead(server);
  const contenders: Contender[] = [];
  const open = async (name: string, model: string, baseUrl?: string): Promise<void> => {
    const models = await openModels({ model, apiKeyEnv: 'ASSAY_API_KEY', ...(baseUrl !== undefined && { baseUrl }) });
    contenders.push({ name, model, models });
  };
  await open("llama.cpp's server", LlamaServer.model, server.baseUrl);
  if (values.model !== undefined) await open(values.model, values.model);
  await reportTable('tokens/s', contenders, ({ models, model }, atOnce) =>
    tokensPerSecond(models.inference, (number) => chatOf(model, number), { atOnce, requests: Math.max(4, atOnce) }),
  );
  const site = await AttemptSite.open(folder, Number(values.problems));
  await reportTable('attempts/min', contenders, ({ models, model }, atOnce) =>
    site.attemptsPerMinute(models, model, atOnce),
  );
  await site.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
