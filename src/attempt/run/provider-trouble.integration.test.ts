import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultCode } from '../../fault/fault-table.ts';
import { MemoryCreditAccount } from '../../gateway/credit.ts';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { OpenAiInference } from '../../inference/openai-inference.ts';
import { type ProviderScript, StandInProvider } from '../../inference/testing/stand-in-provider.ts';
import { BruteForceSearch } from '../../market/testing/brute-force-search.ts';
import { SAMPLE_PRODUCTS } from '../../market/testing/sample-products.ts';
import { chooseSandbox } from '../../sandbox/choose-sandbox.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { scaled } from '../../testing/scaled.ts';
import { AttemptStore } from '../record/attempt-store.ts';
import { verifyAttempt } from '../verify-attempt.ts';
import { type FinishedAttempt, runAttempt } from './run-attempt.ts';

const MODEL = 'provider/model';
const CREDIT = 1_000_000_000;

let folder: string;
let sandbox: Sandbox;
let provider: StandInProvider;
let store: AttemptStore;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trouble-'));
  store = new AttemptStore(join(folder, 'data'));
  sandbox = await chooseSandbox({ driver: 'python' });
  provider = await StandInProvider.start();
});
afterAll(async () => {
  provider.stop();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** An agent that asks twice and raises whatever goes wrong. */
const ASKING = `
import assay
def agent_main(problem):
    first = assay.chat([{"role": "user", "content": problem["query"]}], tries=1)
    second = assay.chat([{"role": "user", "content": "And then?"}], tries=1)
    return [{"first": str(first), "second": str(second)}]
`;

async function attempt(account = new MemoryCreditAccount(CREDIT)): Promise<FinishedAttempt> {
  const order = {
    problem: { problem_id: 'p1', query: 'a lamp' },
    agent: { name: 'agent.py', source: Buffer.from(ASKING) },
    model: MODEL,
    runId: randomUUID(),
  };
  return await runAttempt(order, {
    sandbox,
    store,
    account,
    search: new BruteForceSearch(SAMPLE_PRODUCTS),
    hotkey: hotkeyFromSeed(new Uint8Array(32).fill(7)),
    simulated: false,
    inference: new OpenAiInference({ baseUrl: provider.baseUrl, attempts: 2, firstDelayMilliseconds: 1 }),
    allowedModels: [MODEL],
    prices: { [MODEL]: { prompt: 300_000, completion: 1_200_000 } },
    credential: { owner: 'contestant', apiKey: 'sk-contestant' },
    limits: { wallMilliseconds: scaled(3_000) },
    gatewayLimits: { silenceMilliseconds: 300 },
  });
}

const answer = (content: string, usage: object): ProviderScript => ({
  status: 200,
  body: JSON.stringify({ choices: [{ message: { role: 'assistant', content } }], usage }),
});

const GOOD = answer('A desk lamp fits.', { prompt_tokens: 20, completion_tokens: 5 });

describe('an attempt whose provider fails after one good answer', () => {
  it.each<[string, ProviderScript, RegExp, FaultCode?]>([
    [
      'answers with another model',
      { status: 200, body: '{"model":"provider/model-mini","choices":[{"message":{"content":"Hi."}}]}' },
      /provider\/model-mini/,
      'MODEL_SUBSTITUTED',
    ],
    ['answers HTML', { status: 200, body: '<html>Bad gateway</html>' }, /answered 200 with an HTML page/],
    ['answers 429 with a long delay', { status: 429, headers: { 'retry-after': '900' } }, /retry after 900 s/],
    [
      'closes the connection in the middle',
      (response) => {
        response.writeHead(200, { 'content-length': '999' }).write('{"choices":');
        setImmediate(() => response.destroy());
      },
      /closed before its answer was complete/,
    ],
    ['never answers', () => {}, /had not answered after \d+ s when the attempt ended/],
  ])(
    '%s: the platform is at fault, and what was recorded is kept',
    async (_, trouble, cause, code = 'INFERENCE_FAILED') => {
      provider.reset(GOOD, ...Array.from({ length: 20 }, () => trouble));
      const account = new MemoryCreditAccount(CREDIT);
      const { attempt: record } = await attempt(account);
      expect(record.fault).toMatchObject({
        code,
        owner: 'platform',
        message: expect.stringMatching(cause),
      });
      const verified = await verifyAttempt(store, record.attempt_id);
      expect(verified).toMatchObject({ verified: true });
      expect(verified.calls).toMatchObject([
        { status: 200, usage: { prompt_tokens: 20, completion_tokens: 5 }, fault: null },
        { fault: code, price_microdollars: null },
      ]);
      expect(account.spent).toBe(record.usage.spend_microdollars);
    },
  );

  it('reports token counts that cannot be true: estimates are recorded and charged without a fault', async () => {
    const said = 'The cheapest lamp that fits the request is the third of them. '.repeat(10);
    provider.reset(answer(said, { prompt_tokens: 20, completion_tokens: 0 }), GOOD);
    const account = new MemoryCreditAccount(CREDIT);
    const { attempt: record } = await attempt(account);
    expect(record.fault).toBeNull();
    const estimated = Math.ceil(said.length / 3);
    expect(record.usage.completion_tokens).toBe(estimated + 5);
    expect(account.spent).toBe(record.usage.spend_microdollars);
    const verified = await verifyAttempt(store, record.attempt_id);
    expect(verified).toMatchObject({ verified: true });
    expect(verified.calls[0]).toMatchObject({
      usage: { completion_tokens: estimated, estimated: 'implausible' },
      response: { usage: { completion_tokens: 0 } },
    });
  });
});
