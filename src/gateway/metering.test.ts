import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OpenAiInference } from '../inference/openai-inference.ts';
import { FREE } from '../inference/price-of.ts';
import { RecordingInference, ReplayInference } from '../inference/recording.ts';
import { COMPLETION, StandInProvider } from '../inference/testing/stand-in-provider.ts';
import { SAMPLE_KEY, SAMPLE_MODEL, SampleGateway } from './testing/sample-gateway.ts';

let provider: StandInProvider;
let sample: SampleGateway;
beforeAll(async () => {
  provider = await StandInProvider.start();
});
afterAll(() => provider.stop());
beforeEach(() => provider.reset());
afterEach(() => sample.close());

async function open(options: Parameters<typeof SampleGateway.open>[1] = {}): Promise<void> {
  sample = await SampleGateway.open(provider, options);
}

/** As long as the stand-in reports its prompt to be; reserves 450 micro-dollars or slightly more. */
const SHORT = { max_tokens: 100, user: 'x'.repeat(1000) };

describe('credit', () => {
  it('credit pays for calls until it is exhausted', async () => {
    await open({ credit: 1000 });
    expect((await sample.chat(SHORT)).status).toBe(200);
    expect((await sample.chat(SHORT)).status).toBe(200);
    const refused = await sample.chat(SHORT);
    expect(refused).toMatchObject({ status: 402, body: '{"error":"The credit for inference is used up."}' });
    expect(provider.requests).toHaveLength(2);
    expect(await sample.account.balance()).toBe(1000 - 2 * 420);
    expect(sample.account.spent).toBe(840);
    expect(sample.gateway.totals.spentMicrodollars).toBe(840);
    expect(sample.calls.at(-1)).toMatchObject({ kind: 'refused', status: 402, fault: 'CREDIT_EXHAUSTED' });
    expect(sample.gateway.faults).toMatchObject([{ code: 'CREDIT_EXHAUSTED', owner: 'agent', sequence: 3 }]);
  });

  it('concurrent calls cannot spend credit twice', async () => {
    await open({ credit: 1000 });
    provider.reset(...Array.from({ length: 20 }, () => ({ status: 200, body: COMPLETION, afterMilliseconds: 50 })));
    const answers = await Promise.all(Array.from({ length: 20 }, () => sample.chat(SHORT)));
    const paid = answers.filter(({ status }) => status === 200).length;
    expect(paid).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(20 - paid);
    expect(provider.requests).toHaveLength(paid);
    expect(await sample.account.balance()).toBe(1000 - paid * 420);
    expect(await sample.account.balance()).toBeGreaterThanOrEqual(0);
  });

  it('attempts of one account share its credit', async () => {
    await open({ credit: 1000 });
    const other = await SampleGateway.open(provider, { account: sample.account });
    await sample.chat(SHORT);
    await other.chat(SHORT);
    expect((await other.chat(SHORT)).status).toBe(402);
    expect([sample, other].map(({ gateway }) => gateway.totals.spentMicrodollars)).toEqual([420, 420]);
    await other.close();
  });

  it('a free model needs no credit', async () => {
    await open({ credit: 0, prices: { [SAMPLE_MODEL]: FREE } });
    expect((await sample.chat()).status).toBe(200);
    expect(sample.calls).toMatchObject([{ price_microdollars: 0, usage: { prompt_tokens: 1000 } }]);
  });

  it('reserves credit for the longest answer that was requested', async () => {
    await open({ credit: 1000 });
    for (const fields of [
      {},
      { max_tokens: 5000 },
      { max_tokens: 10, max_completion_tokens: 5000 },
      { max_tokens: 100, n: 50 },
    ]) {
      expect((await sample.chat(fields)).status).toBe(402);
    }
    expect(provider.requests).toEqual([]);
  });

  it('charges an estimate of the tokens when the answer has no usage', async () => {
    await open({ credit: 1000 });
    const content = 'The third lamp is the best of these. '.repeat(10);
    provider.reset({ status: 200, body: JSON.stringify({ choices: [{ message: { content } }] }) });
    expect((await sample.chat(SHORT)).status).toBe(200);
    const [call] = sample.calls;
    const { prompt_tokens: prompt, completion_tokens: completion } = call!.usage!;
    expect(call!.usage).toMatchObject({ estimated: 'missing' });
    // Eight words and a full stop per sentence, as a tokenizer counts them.
    expect(completion).toBeGreaterThan(80);
    expect(completion).toBeLessThan(105);
    expect(prompt).toBeGreaterThan(0);
    expect(prompt).toBeLessThanOrEqual(provider.requests[0]!.body.length);
    expect(call!.price_microdollars).toBe(Math.ceil(prompt * 0.3 + completion * 1.2));
    expect(await sample.account.balance()).toBe(1000 - call!.price_microdollars!);
    expect(sample.gateway.totals).toMatchObject({
      completionTokens: completion,
      spentMicrodollars: call!.price_microdollars,
    });
  });
});

describe('provider responses', () => {
  it.each([
    [401, '{"error":"no such key"}'],
    [402, '{"error":"pay first"}'],
    [403, '{"error":"not you"}'],
    [429, '{"error":{"message":"quota","type":"insufficient_quota","code":"insufficient_quota"}}'],
  ])('a provider’s %i to the contestant’s key is the contestant’s fault', async (status, body) => {
    await open();
    provider.reset(...Array.from({ length: 2 }, () => ({ status, body })));
    const answer = await sample.chat();
    expect(answer.status).toBe(402);
    expect(JSON.parse(answer.body).error).toContain(`with ${status}`);
    expect(sample.calls).toMatchObject([
      { kind: 'inference', status: 402, fault: 'CREDENTIAL_REFUSED', price_microdollars: null },
    ]);
    expect(sample.gateway.faults).toMatchObject([{ code: 'CREDENTIAL_REFUSED', owner: 'agent', sequence: 1 }]);
    expect(sample.account.spent).toBe(0);
  });

  it.each([401, 402, 403])(
    'a provider’s %i to our own key is the platform’s fault, and reveals nothing to the agent',
    async (status) => {
      await open({ credential: { owner: 'platform', apiKey: 'our-own-secret-key' } });
      const refused = { status, body: '{"error":"account 4711 of our-own-secret-key"}' };
      provider.reset(refused, refused);
      const answer = await sample.chat();
      expect(answer.status).toBe(502);
      expect(answer.body).not.toMatch(/4711|secret/);
      expect(sample.gateway.faults).toMatchObject([{ code: 'INFERENCE_FAILED', owner: 'platform', sequence: 1 }]);
    },
  );

  it.each([
    [500, 502],
    [502, 502],
    [503, 503],
    [504, 502],
    [307, 502],
  ])('a provider’s %i is the platform’s fault, costs nothing and is returned as %i', async (status, told) => {
    await open();
    provider.reset(...Array.from({ length: 20 }, () => ({ status, body: 'trouble' })));
    expect((await sample.chat()).status).toBe(told);
    expect(sample.calls).toMatchObject([{ kind: 'inference', fault: 'INFERENCE_FAILED', price_microdollars: null }]);
    expect(sample.gateway.faults).toMatchObject([{ code: 'INFERENCE_FAILED', owner: 'platform' }]);
    expect(await sample.account.balance()).toBe(1_000_000_000);
  });

  it.each([
    [429, 503],
    [404, 502],
  ])('a provider’s %i to our own key is the platform’s fault, confirmed by a probe', async (status, told) => {
    await open({ credential: { owner: 'platform', apiKey: 'our-own-secret-key' } });
    provider.reset(...Array.from({ length: 20 }, () => ({ status, body: 'trouble' })));
    expect((await sample.chat()).status).toBe(told);
    expect(sample.gateway.faults).toMatchObject([
      { code: 'INFERENCE_FAILED', owner: 'platform', confirmedBy: 'probe' },
    ]);
  });

  it.each([
    [429, 503],
    [404, 502],
  ])(
    'a provider’s %i to the contestant’s key alone is not the platform’s fault, and costs nothing',
    async (status, told) => {
      await open();
      provider.reset(...Array.from({ length: 20 }, () => ({ status, body: 'trouble' })));
      expect((await sample.chat()).status).toBe(told);
      expect(sample.calls).toMatchObject([{ kind: 'inference', fault: null, trouble: { owner: 'agent' } }]);
      expect(sample.gateway.faults).toEqual([]);
      expect(await sample.account.balance()).toBe(1_000_000_000);
    },
  );

  it.each(['<html>busy</html>', '{"error":{"message":"upstream","code":502}}', ''])(
    'a provider’s 200 with %j is not an answer',
    async (body) => {
      await open();
      provider.reset(...Array.from({ length: 20 }, () => ({ status: 200, body })));
      expect((await sample.chat()).status).toBe(502);
      expect(sample.gateway.faults).toMatchObject([{ code: 'INFERENCE_FAILED' }]);
      expect(sample.account.spent).toBe(0);
    },
  );

  it.each([400, 409, 413, 422])(
    'a provider’s %i about the request is passed to the agent unchanged, without a fault',
    async (status) => {
      await open();
      const body = '{ "error" : "temperature é" }\n';
      provider.reset({ status, body });
      expect(await sample.chat()).toMatchObject({ status, body });
      expect(sample.calls).toMatchObject([
        { status, fault: null, price_microdollars: null, response: JSON.parse(body) },
      ]);
      expect(sample.gateway.faults).toEqual([]);
      expect(await sample.account.balance()).toBe(1_000_000_000);
    },
  );

  it('a provider outage that ends during retries causes no fault', async () => {
    await open();
    provider.reset(...Array.from({ length: 2 }, () => ({ status: 500, body: 'trouble' })));
    expect((await sample.chat()).status).toBe(200);
    expect(sample.gateway.faults).toEqual([]);
  });

  it('a request that always fails at a healthy provider causes no platform fault', async () => {
    await open();
    const trouble = { status: 500, body: 'trouble' };
    const healthy = { status: 200, body: COMPLETION };
    provider.reset(trouble, trouble, healthy, trouble, trouble);
    expect(await sample.chat()).toMatchObject({ status: 502 });
    expect(sample.calls).toMatchObject([{ kind: 'inference', status: 502, fault: null, price_microdollars: null }]);
    expect(sample.gateway.faults).toEqual([]);
    expect(sample.account.spent).toBe(0);
  });

  it('an unreachable or silent provider is the platform’s fault', async () => {
    const nobody = new OpenAiInference({ baseUrl: 'http://127.0.0.1:9', attempts: 1 });
    await open({ inference: nobody });
    expect((await sample.chat()).status).toBe(502);
    await sample.close();
    await open({ inference: new OpenAiInference({ baseUrl: provider.baseUrl, timeoutMilliseconds: 50 }) });
    provider.reset(...Array.from({ length: 4 }, () => () => {}));
    expect((await sample.chat()).status).toBe(502);
    expect(sample.gateway.faults).toMatchObject([
      { code: 'INFERENCE_FAILED', message: expect.stringMatching(/within 50 ms/) },
    ]);
    expect(sample.account.spent).toBe(0);
  });

  it('provider responses can be recorded and replayed, and a deviating replay is reported', async () => {
    await open();
    const file = `${sample.folder}/chat.jsonl`;
    const recording = new RecordingInference(new OpenAiInference({ baseUrl: provider.baseUrl }), file);
    const first = await SampleGateway.open(provider, { inference: recording });
    const said = await first.chat({ seed: 1 });
    await first.close();
    provider.reset();
    const second = await SampleGateway.open(provider, { inference: await ReplayInference.open(file) });
    expect(await second.chat({ seed: 1 })).toMatchObject({ status: 200, body: said.body });
    expect((await second.chat({ seed: 2 })).status).toBe(503);
    expect(second.calls).toMatchObject([{ price_microdollars: 420 }, { fault: 'REPLAY_DIVERGED' }]);
    expect(second.gateway.faults).toMatchObject([
      { code: 'REPLAY_DIVERGED', owner: 'platform', sequence: 2, message: expect.stringMatching(/differs in seed/) },
    ]);
    expect(provider.requests).toEqual([]);
    await second.close();
  });

  it('a provider’s response never reveals the key', async () => {
    await open();
    provider.reset({ status: 400, body: `{"error":"bad ${SAMPLE_KEY}"}` });
    expect((await sample.chat()).body).toBe('{"error":"bad [key removed]"}');
  });
});

describe('limits', () => {
  it('allows 30 requests a second and 50 at once', async () => {
    let now = 0;
    await open({ clock: { date: () => new Date(), milliseconds: () => now } });
    const burst = await Promise.all(Array.from({ length: 60 }, () => sample.ask('/health')));
    expect(burst.filter(({ status }) => status === 200)).toHaveLength(50);
    const refused = burst.find(({ status }) => status === 429)!;
    expect(refused).toMatchObject({
      headers: { 'retry-after': '1' },
      body: '{"error":"More than 30 requests a second."}',
    });
    now += 1000;
    const later = await Promise.all(Array.from({ length: 40 }, () => sample.ask('/health')));
    expect(later.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(sample.gateway.faults).toEqual([]);
    expect(sample.gateway.totals.calls).toMatchObject({ health: 80, refused: 20 });
    expect(sample.calls).toHaveLength(100);
  });

  it('rejects calls beyond the limits on calls, tokens and evidence bytes', async () => {
    const cases = [
      { limits: { calls: 2 }, error: /2 calls/ },
      { limits: { modelCalls: 2 }, error: /2 model calls/ },
      { limits: { tokens: 2000 }, error: /2000 tokens/ },
      // Two calls of 21,000 bytes fit. While the second is running, 17,000 bytes are reserved for its answer.
      {
        limits: { evidenceBytes: 62_000 },
        error: /62000 bytes/,
        fields: { max_tokens: 100, user: 'x'.repeat(20_000) },
      },
    ];
    for (const { limits, error, fields = {} } of cases) {
      sample = await SampleGateway.open(provider, { limits });
      expect((await sample.chat(fields)).status).toBe(200);
      expect((await sample.chat(fields)).status).toBe(200);
      const refused = await sample.chat(fields);
      expect(refused.status).toBe(429);
      expect(JSON.parse(refused.body).error).toMatch(error);
      expect(sample.calls.at(-1)).toMatchObject({ kind: 'refused', fault: 'AGENT_CALLED_TOO_MUCH' });
      expect(sample.gateway.faults).toMatchObject([{ code: 'AGENT_CALLED_TOO_MUCH', owner: 'agent', sequence: 3 }]);
      if (limits !== cases.at(-1)!.limits) await sample.close();
    }
  });

  it('still allows a search when the tokens are used up', async () => {
    await open({ limits: { tokens: 1 } });
    await sample.chat();
    expect((await sample.chat()).status).toBe(429);
    expect((await sample.ask('/search/find_product?q=lamp')).status).toBe(200);
  });

  it('disconnects an agent for good after too many refusals in a row', async () => {
    await open({ limits: { refusals: 5 } });
    for (let index = 0; index < 5; index++) expect((await sample.ask('/admin')).status).toBe(403);
    expect(sample.calls.map(({ fault }) => fault)).toEqual([null, null, null, null, 'AGENT_CALLED_TOO_MUCH']);
    await expect(sample.ask('/admin')).rejects.toThrow(/ECONNRESET|EPIPE|hang up/);
    await expect(sample.ask('/health')).rejects.toThrow(/ENOENT/);
    expect(sample.calls).toHaveLength(5);
  });
});

describe('calls that cannot be recorded', () => {
  it('a call that cannot be recorded is not answered, and the gateway fails as the platform’s fault', async () => {
    await open({ credit: 1000 });
    provider.reset({ status: 200, body: COMPLETION, afterMilliseconds: 200 });
    const waiting = sample.chat(SHORT);
    while (provider.requests.length === 0) await sleep(5);
    await sample.recorder.close();
    const answer = await waiting;
    expect(answer.status).toBe(503);
    expect(answer.body).not.toContain('chat.completion');
    expect(await sample.account.balance()).toBe(1000);
    // Waiting for the agent to give up would only waste time.
    expect(sample.gateway.broken.aborted).toBe(true);
    expect((await sample.ask('/health')).status).toBe(503);
    expect((await sample.chat(SHORT)).status).toBe(503);
    expect(provider.requests).toHaveLength(1);
    expect(sample.gateway.faults).toMatchObject([{ code: 'STORAGE_FAILED', owner: 'platform', sequence: null }]);
    expect(sample.gateway.totals).toMatchObject({ spentMicrodollars: 0, calls: { inference: 0, health: 0 } });
    expect(sample.calls).toEqual([]);
  });
});
