import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallRecorder, FileCallRecorder } from '../../src/gateway/calls.ts';
import { MemoryCreditAccount } from '../../src/gateway/credit.ts';
import { openGateway } from '../../src/gateway/open-gateway.ts';
import type { Inference } from '../../src/inference/inference.ts';
import type { Search } from '../../src/market/search.ts';
import { median } from '../../src/statistics/quantile.ts';
import { WorkerThread } from '../../src/thread/worker-thread.ts';
import { measureStall, type Stall } from './measure-stall.ts';
import type { RequestsToSend } from './send-requests.ts';

const MODEL = 'house/expert';
/** A little less than the limit on a body. */
const BODY_BYTES = 10 * 1024 ** 2 - 1024;
/** Answers at once, so that only the gateway is measured. */
const INSTANT: Inference = {
  chat: async () => ({
    status: 200,
    body: JSON.stringify({ model: MODEL, choices: [{ message: { role: 'assistant', content: 'Yes.' } }] }),
    usage: { prompt_tokens: 10, completion_tokens: 2 },
    answeredBy: { model: MODEL, endpoint: 'http://127.0.0.1', simulated: false },
  }),
  models: async () => [MODEL],
};

interface Sent extends Pick<RequestsToSend, 'path' | 'body' | 'count'> {
  readonly name: string;
}

const SENT: readonly Sent[] = [
  { name: '300 searches', path: `/search/find_product?q=lamp`, body: '', count: 300 },
  { name: '50 prompts of 60 KiB', ...chat('word '.repeat(12_000)), count: 50 },
  { name: '50 prompts of 120 KiB', ...chat('word '.repeat(24_000)), count: 50 },
  { name: '10 MiB: one text', ...chat('x'.repeat(BODY_BYTES)), count: 1 },
  { name: '10 MiB: 190,000 texts', ...chat(Array.from({ length: 190_000 }, () => 'y'.repeat(48))), count: 1 },
  { name: '9 MiB: 190,000 keys', ...chat(manyKeys()), count: 1 },
];

/** Longest stall of the gateway's thread while an agent sends requests: recorded in that thread, and as it is done. */
export async function measureRecording(search: Search, rounds: number): Promise<void> {
  const sender = new WorkerThread<RequestsToSend, number>(new URL('./send-requests.ts', import.meta.url), undefined);
  console.log('\nrecording                                         longest stall ms  main-thread CPU ms   wall ms');
  for (const sent of SENT) {
    const samples: Record<'main thread' | 'as it is', Stall[]> = { 'main thread': [], 'as it is': [] };
    // The first round warms up the compiler and starts the recording thread.
    for (let round = -1; round < rounds; round++) {
      for (const where of ['main thread', 'as it is'] as const) {
        const stall = await sendThroughGateway(search, sender, sent, where === 'as it is');
        if (round >= 0) samples[where].push(stall);
      }
    }
    for (const [where, stalls] of Object.entries(samples)) {
      const of = (field: keyof Stall) => median(stalls.map((each) => each[field]))!;
      const columns = [of('stall').toFixed(0).padStart(16), of('mainProcessor').toFixed(0).padStart(19)];
      console.log(
        `${sent.name.padEnd(32)} ${where.padEnd(16)} ${columns.join(' ')} ${of('wall').toFixed(0).padStart(9)}`,
      );
    }
  }
  await sender.stop();
}

async function sendThroughGateway(
  search: Search,
  sender: WorkerThread<RequestsToSend, number>,
  { path, body, count }: Sent,
  asItIs: boolean,
): Promise<Stall> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-recording-'));
  const file = FileCallRecorder.open(folder, '0'.repeat(64));
  // Without the bodies, every call is recorded in this thread.
  const inThisThread: CallRecorder = { record: (call) => file.record(call) };
  const gateway = await openGateway({
    socketPath: join(folder, 'gateway.sock'),
    search,
    inference: INSTANT,
    allowedModels: [MODEL],
    prices: { [MODEL]: { prompt: 0, completion: 0 } },
    account: new MemoryCreditAccount(0),
    credential: { owner: 'platform' },
    recorder: asItIs ? file : inThisThread,
    limits: { requestsPerSecond: 1e6, burst: 1e6 },
  });
  try {
    return await measureStall(async () => {
      const status = await sender.ask({ socketPath: gateway.socketPath, path, body, count });
      if (status !== 200) throw new Error(`the gateway answered ${status}`);
    });
  } finally {
    await gateway.close();
    await file.close();
    rmSync(folder, { recursive: true });
  }
}

function chat(content: unknown): Pick<Sent, 'path' | 'body'> {
  const body = JSON.stringify({ model: MODEL, messages: [{ role: 'user', content }] });
  return { path: '/inference/chat/completions', body };
}

function manyKeys(): object {
  return Object.fromEntries(Array.from({ length: 190_000 }, (_, place) => [`${place * 7919}${'z'.repeat(36)}`, 1]));
}
