/**
 * Bits per second through the remaining covert channels between two sandboxes: contention for the processor and its
 * cache, and kernel counters that no filter can hide. For each channel and slot length, a sender transmits random bits
 * and the receiver's numbers are decoded with the best threshold. The capacity is that of a binary channel with the
 * observed error rate. A better code gives an attacker more, other work on the machine less: read it as an order of
 * magnitude.
 *
 *   npm run bench:channels
 */

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../src/json/parse-json.ts';
import { chooseSandbox } from '../src/sandbox/choose-sandbox.ts';
import { DEFAULT_LIMITS } from '../src/sandbox/sandbox.ts';

const CHANNELS = ['processor', 'cache', 'inode numbers', 'network memory'];
const SLOT_SECONDS = [0.005, 0.02, 0.1];
const SLOTS = 120;
/** Time for both ends to start. */
const HEAD_START_SECONDS = 1.5;
const AGENT = readFileSync(new URL('./channels.py', import.meta.url));

const received = z.object({ answer: z.array(z.number()) });

const driver = process.argv[2];
const sandbox = await chooseSandbox(driver === undefined ? {} : { driver });
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const gatewaySocket = join(folder, 'gateway.sock');
const gateway = createServer((_request, response) => response.end('{}'));
await once(gateway.listen(gatewaySocket), 'listening');

console.log(`${JSON.stringify(sandbox.description)}\n`);
console.log('channel            slot ms   errors   bits per second');
for (const channel of CHANNELS) {
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

gateway.close();
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
  const { answer } = await sandbox.run({
    agentSource: AGENT,
    problem: { problem_id: 'channel', query: JSON.stringify(order) },
    limits: { ...DEFAULT_LIMITS, wallMilliseconds: 60_000 },
    gatewaySocket,
  });
  return answer;
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
