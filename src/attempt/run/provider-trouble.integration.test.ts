import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultCode } from '../../fault/fault-table.ts';
import { MemoryCreditAccount } from '../../gateway/credit.ts';
import { earlierCalls } from '../../gateway/earlier-answers.ts';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { OpenAiInference } from '../../inference/openai-inference.ts';
import { type ProviderScript, StandInProvider } from '../../inference/testing/stand-in-provider.ts';
import { BruteForceSearch } from '../../market/testing/brute-force-search.ts';
import { SAMPLE_PRODUCTS } from '../../market/testing/sample-products.ts';
import { chooseSandbox } from '../../sandbox/choose-sandbox.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { scaled } from '../../testing/scaled.ts';
import { AttemptStore } from '../record/attempt-store.ts';
import { verifyReplay } from '../verify/verify-replay.ts';
import { verifyAttempt } from '../verify-attempt.ts';
import { type AttemptEnvironment, type FinishedAttempt, type RunAttemptOptions, runAttempt } from './run-attempt.ts';

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

/** An agent that calls the model twice and raises every error. */
const ASKING = `
import assay
def agent_main(problem):
    first = assay.chat([{"role": "user", "content": problem["query"]}], tries=1)
    second = assay.chat([{"role": "user", "content": "And then?"}], tries=1)
    return [{"first": str(first), "second": str(second)}]
`;

type Choices = Partial<Pick<AttemptEnvironment, 'account' | 'limits' | 'gatewayLimits'>> &
  Pick<Partial<RunAttemptOptions>, 'repeats' | 'runId'>;

async function attempt(choices: Choices = {}): Promise<FinishedAttempt> {
  const { account = new MemoryCreditAccount(CREDIT), limits, gatewayLimits, ...rest } = choices;
  const order = {
    problem: { problem_id: 'p1', query: 'a lamp' },
    agent: { name: 'agent.py', source: Buffer.from(ASKING) },
    model: MODEL,
    runId: randomUUID(),
    ...rest,
  };
  return await runAttempt(order, {
    sandbox,
    store,
    account,
    search: new BruteForceSearch(SAMPLE_PRODUCTS),
    hotkey: hotkeyFromSeed(new Uint8Array(32).fill(7)),
    simulated: false,
    inference: new OpenAiInference({ baseUrl: provider.baseUrl }),
    allowedModels: [MODEL],
    prices: { [MODEL]: { prompt: 300_000, completion: 1_200_000 } },
    credential: { owner: 'contestant', apiKey: 'sk-contestant' },
    limits: { wallMilliseconds: scaled(3_000), ...limits },
    gatewayLimits: { silenceMilliseconds: 300, modelTries: 2, retryMilliseconds: 1, ...gatewayLimits },
  });
}

const answer = (content: string, usage: object): ProviderScript => ({
  status: 200,
  body: JSON.stringify({ choices: [{ message: { role: 'assistant', content } }], usage }),
});

const GOOD = answer('A desk lamp fits.', { prompt_tokens: 20, completion_tokens: 5 });

describe('provider failure after one good answer', () => {
  it.each<[string, ProviderScript, RegExp, FaultCode?]>([
    [
      'answers with another model',
      { status: 200, body: '{"model":"provider/model-mini","choices":[{"message":{"content":"Hi."}}]}' },
      /provider\/model-mini/,
      'MODEL_SUBSTITUTED',
    ],
    ['answers HTML', { status: 200, body: '<html>Bad gateway</html>' }, /answered 200 with an HTML page/],
    ['answers 503 with a long delay', { status: 503, headers: { 'retry-after': '900' } }, /retry after 900 s/],
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
    'a provider failure (%s) is the platform’s fault, and recorded calls are kept',
    async (_, trouble, cause, code = 'INFERENCE_FAILED') => {
      provider.reset(GOOD, ...Array.from({ length: 20 }, () => trouble));
      const account = new MemoryCreditAccount(CREDIT);
      const { attempt: record } = await attempt({ account });
      expect(record.fault).toMatchObject({
        code,
        owner: 'platform',
        message: expect.stringMatching(cause),
        confirmed_by: 'probe',
      });
      const verified = await verifyAttempt(store, record.attempt_id);
      expect(verified).toMatchObject({ verified: true });
      expect(verified.calls).toMatchObject([
        { status: 200, usage: { prompt_tokens: 20, completion_tokens: 5 }, fault: null },
        { fault: code, price_microdollars: null, trouble: { owner: 'platform', confirmed_by: 'probe' } },
      ]);
      expect(account.spent).toBe(record.usage.spend_microdollars);
    },
  );

  it('replaces impossible token counts of a provider with estimates and records no fault', async () => {
    const said = 'The cheapest lamp that fits the request is the third of them. '.repeat(10);
    provider.reset(answer(said, { prompt_tokens: 20, completion_tokens: 0 }), GOOD);
    const account = new MemoryCreditAccount(CREDIT);
    const { attempt: record } = await attempt({ account });
    expect(record.fault).toBeNull();
    const estimated = record.usage.completion_tokens - 5;
    // Ten sentences of twelve words.
    expect(estimated).toBeGreaterThan(110);
    expect(estimated).toBeLessThan(160);
    expect(account.spent).toBe(record.usage.spend_microdollars);
    const verified = await verifyAttempt(store, record.attempt_id);
    expect(verified).toMatchObject({ verified: true });
    expect(verified.calls[0]).toMatchObject({
      usage: { completion_tokens: estimated, estimated: 'implausible' },
      response: { usage: { completion_tokens: 0 } },
    });
  });
});

describe('limits of the agent’s own key', () => {
  it('an attempt fails by the agent’s fault when only its own key is rate limited', async () => {
    const limited = { status: 429, headers: { 'retry-after': '900' } };
    provider.reset(GOOD, ...Array.from({ length: 20 }, () => limited));
    const { attempt: record } = await attempt();
    expect(record.fault).toMatchObject({ code: 'AGENT_RAISED', owner: 'agent' });
  });
});

describe('retried model calls', () => {
  it('waiting for a retried model call does not count towards the time limit of the attempt', {
    timeout: scaled(30_000),
  }, async () => {
    const LONG = { longestRetryMilliseconds: scaled(10_000), waitMilliseconds: scaled(10_000) };
    const wallMilliseconds = scaled(1_000);
    const seconds = Math.ceil(wallMilliseconds / 1_000) + 1;
    provider.reset(GOOD, { status: 503, headers: { 'retry-after': String(seconds) } }, GOOD);
    const { attempt: record } = await attempt({ limits: { wallMilliseconds }, gatewayLimits: LONG });
    expect(record.fault).toBeNull();
    expect(record.usage.waited_ms).toBeGreaterThanOrEqual(1_000 * seconds);
    expect(record.usage.wall_ms).toBeLessThan(wallMilliseconds);
    expect(await verifyAttempt(store, record.attempt_id)).toMatchObject({ verified: true });
  });
});

describe('a repeated attempt', () => {
  const trouble = Array.from({ length: 20 }, () => ({ status: 500 }));

  async function repeated(): Promise<{ readonly before: FinishedAttempt; readonly after: FinishedAttempt }> {
    provider.reset(GOOD, ...trouble);
    const runId = randomUUID();
    const before = await attempt({ runId });
    expect(before.attempt.fault).toMatchObject({ code: 'INFERENCE_FAILED' });
    const attemptId = before.attempt.attempt_id;
    const { calls } = await verifyAttempt(store, attemptId);
    provider.reset(answer('Something else.', { prompt_tokens: 20, completion_tokens: 5 }));
    const repeats = { attemptIds: [attemptId], calls: earlierCalls(attemptId, calls), mayDepart: () => true };
    return { before, after: await attempt({ runId, repeats }) };
  }

  it('a repeated attempt gets the answers of the first, is marked as repeated, and verifies', async () => {
    const { before, after } = await repeated();
    const { attempt: record } = after;
    expect(record).toMatchObject({
      fault: null,
      repeats: [before.attempt.attempt_id],
      replay: { completions: 1, departed: false },
    });
    expect(provider.requests).toHaveLength(1);
    const verified = await verifyAttempt(store, record.attempt_id);
    expect(verified).toMatchObject({ verified: true });
    expect(verified.checks).toContainEqual(expect.objectContaining({ what: expect.stringMatching(/replayed/) }));
    expect(after.dialogue).toMatchObject([{ first: expect.stringContaining('A desk lamp fits.') }]);
  });

  it('a repeated attempt with an answer the first did not get fails verification', async () => {
    const { before, after } = await repeated();
    const { calls } = await verifyAttempt(store, after.attempt.attempt_id);
    const forged = calls.map((call) => (call.replayed ? { ...call, response: { choices: [] } } : call));
    const callsOf = async () => (await verifyAttempt(store, before.attempt.attempt_id)).calls;
    const check = async (of: typeof calls) => await verifyReplay('id', after.attempt, of, callsOf);
    expect(await check(calls)).toMatchObject([{ ok: true }]);
    expect(await check(forged)).toMatchObject([{ ok: false, detail: expect.stringMatching(/is not call 1 of/) }]);
    expect(await verifyReplay('id', { ...after.attempt, repeats: [randomUUID()] }, calls, callsOf)).toMatchObject([
      { ok: false, detail: expect.stringMatching(/not repeated here/) },
    ]);
  });
});
