/**
 * Bits per second through the remaining covert channels between two sandboxes: contention for the processor and its
 * cache, kernel counters that no filter can hide, and the response times of the gateway. For each channel and slot
 * length, a sender transmits random bits and the receiver's numbers are decoded with the best threshold. The capacity
 * is that of a binary channel with the observed error rate. A better code gives an attacker more, other work on the
 * machine less: read it as an order of magnitude. `pipe buffers` exists only for a plain user: also run it as one.
 *
 *   npm run bench:channels [-- DRIVER --only CHANNEL]
 */

import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { FileCallRecorder } from '../src/gateway/calls.ts';
import { MemoryCreditAccount } from '../src/gateway/credit.ts';
import { openGateway } from '../src/gateway/open-gateway.ts';
import { OpenAiInference } from '../src/inference/openai-inference.ts';
import { parseJson } from '../src/json/parse-json.ts';
import { buildMarket } from '../src/market/build-market.ts';
import { indexPath } from '../src/market/market-folder.ts';
import { EmbeddedSearch } from '../src/market/search.ts';
import { chooseSandbox } from '../src/sandbox/choose-sandbox.ts';
import { DEFAULT_LIMITS } from '../src/sandbox/sandbox.ts';

const CHANNELS = ['processor', 'cache', 'inode numbers', 'network memory', 'pipe buffers', 'gateway'];
const SLOT_SECONDS = [0.005, 0.02, 0.1];
const SLOTS = 120;
/** Time for both ends to start. */
const HEAD_START_SECONDS = 1.5;
const AGENT = readFileSync(new URL('./channels.py', import.meta.url));

const received = z.object({ answer: z.array(z.number()) });

const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const [driver] = positionals;
const sandbox = await chooseSandbox(driver === undefined ? {} : { driver });
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
await buildMarket({ products: 2_000, seed: 7, folder });
const search = EmbeddedSearch.open(indexPath(folder));
let opened = 0;

console.log(`${JSON.stringify(sandbox.description)}\n`);
console.log('channel            slot ms   errors   bits per second');
for (const channel of CHANNELS.filter((name) => values.only === undefined || name === values.only)) {
  let most = 0;
  for (const slot of SLOT_SECONDS) {
    const errors = await transmit(channel, slot);
    const capacity = (1 - entropy(errors)) / slot;
    most = Math.max(most, capacity);
    const columns = [(slot * 1000).toFixed(0).padStart(7), `${(errors * 100).toFixed(0)} %`.padStart(8)];
    console.log(`${channel.padEnd(18)}${columns.join(' ')}${capacity.toFixed(1).padStart(18)}`);
  }
  console.log(`${channel.padEnd(18)}at most${most.toFixed(1).padStart(27)}`);
}

await search.close();
await sandbox.close();
rmSync(folder, { recursive: true, force: true });

/** The share of bits that arrive wrong. */
async function transmit(channel: string, slot: number): Promise<number> {
  const bits = Array.from({ length: SLOTS }, () => randomInt(2));
  const order = { channel, slot, count: SLOTS, start: Date.now() / 1000 + HEAD_START_SECONDS };
  const [answer] = await Promise.all([runEnd(order), runEnd({ ...order, bits })]);
  const json = parseJson(Buffer.from(answer).toString());
  const numbers = received.safeParse(json.ok ? json.value : undefined);
  if (!numbers.success) throw new Error(`the receiver failed: ${Buffer.from(answer).toString().slice(0, 300)}`);
  return fewestErrors(numbers.data.answer, bits);
}

async function runEnd(order: object): Promise<Uint8Array> {
  const own = join(folder, String(opened++));
  mkdirSync(own);
  const recorder = FileCallRecorder.open(own, '0'.repeat(64));
  const gateway = await openGateway({
    socketPath: join(own, 'gateway.sock'),
    search,
    inference: new OpenAiInference({ baseUrl: 'http://127.0.0.1:9' }),
    allowedModels: [],
    prices: {},
    account: new MemoryCreditAccount(0),
    credential: { owner: 'platform' },
    recorder,
  });
  try {
    const { answer } = await sandbox.run({
      agentSource: AGENT,
      problem: { problem_id: 'channel', query: JSON.stringify(order) },
      limits: { ...DEFAULT_LIMITS, wallMilliseconds: 60_000 },
      gatewaySocket: gateway.socketPath,
    });
    return answer;
  } finally {
    await gateway.close();
    await recorder.close();
  }
}

function fewestErrors(numbers: readonly number[], bits: readonly number[]): number {
  const shares = numbers.map((threshold) => {
    const wrong = numbers.filter((number, at) => Number(number >= threshold) !== bits[at]).length / bits.length;
    return Math.min(wrong, 1 - wrong);
  });
  return Math.min(...shares);
}

function entropy(share: number): number {
  if (share <= 0 || share >= 1) return 0;
  return -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
}
