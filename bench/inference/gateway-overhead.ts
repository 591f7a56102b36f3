import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ChatRequest } from '../../src/chat/schema.ts';
import { FileCallRecorder } from '../../src/gateway/calls.ts';
import { MemoryCreditAccount } from '../../src/gateway/credit.ts';
import { openGateway } from '../../src/gateway/open-gateway.ts';
import { OpenAiInference } from '../../src/inference/openai-inference.ts';
import { BruteForceSearch } from '../../src/market/testing/brute-force-search.ts';
import { ascending, quantile } from '../../src/statistics/quantile.ts';

export interface Overhead {
  /** Medians and 95th percentiles in milliseconds. */
  readonly direct: readonly [p50: number, p95: number];
  readonly gateway: readonly [p50: number, p95: number];
}

const UNLIMITED = { requestsPerSecond: 1e9, burst: 1e9, calls: 1e9, evidenceBytes: 1e12, tokens: 1e12 };

/**
 * The same request directly to a server and through a gateway that records it to disk, alternating, on open
 * connections.
 */
export async function gatewayOverhead(baseUrl: string, chat: ChatRequest, rounds: number): Promise<Overhead> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-gateway-'));
  const recorder = FileCallRecorder.open(folder, '0'.repeat(64));
  const gateway = await openGateway({
    socketPath: join(folder, 'gateway.sock'),
    search: new BruteForceSearch([]),
    inference: new OpenAiInference({ baseUrl }),
    allowedModels: [chat.model],
    prices: { [chat.model]: { prompt: 300_000, completion: 1_200_000 } },
    account: new MemoryCreditAccount(1e12),
    credential: { owner: 'contestant' },
    limits: UNLIMITED,
    recorder,
  });
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify(chat);
  const { hostname, port, pathname } = new URL(`${baseUrl}/chat/completions`);
  const ways: readonly RequestOptions[] = [
    { hostname, port, path: pathname },
    { socketPath: gateway.socketPath, path: '/inference/chat/completions' },
  ];
  const times: [number[], number[]] = [[], []];
  try {
    for (let round = -Math.ceil(rounds / 10); round < rounds; round++) {
      for (const [place, way] of ways.entries()) {
        const started = performance.now();
        await post({ ...way, agent }, body);
        if (round >= 0) times[place]!.push(performance.now() - started);
      }
    }
  } finally {
    agent.destroy();
    await gateway.close();
    await recorder.close();
    rmSync(folder, { recursive: true });
  }
  const [direct, through] = times.map((each) => ascending(each)) as [number[], number[]];
  const both = (sorted: number[]) => [quantile(sorted, 0.5)!, quantile(sorted, 0.95)!] as const;
  return { direct: both(direct), gateway: both(through) };
}

async function post(options: RequestOptions, body: string): Promise<void> {
  const sent = request({ ...options, method: 'POST', headers: { 'content-type': 'application/json' } });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const said = await text(response);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${said.slice(0, 300)}`);
}
