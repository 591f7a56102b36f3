import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenAiInference } from '../inference/openai-inference.ts';
import { COMPLETION, type ProviderScript, StandInProvider } from '../inference/testing/stand-in-provider.ts';
import { scaled } from '../testing/scaled.ts';
import { estimateTokens } from './inference/estimate-tokens.ts';
import { SampleGateway } from './testing/sample-gateway.ts';

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

const breaksOff: ProviderScript = (response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"choices":[{"message"');
  setImmediate(() => response.destroy());
};

describe('unusable provider answers', () => {
  it.each<[string, ProviderScript, RegExp]>([
    ['a page', { status: 200, body: '<!DOCTYPE html><p>Bad gateway</p>' }, /answered 200 with an HTML page\./],
    ['a page with an error', { status: 503, body: '<html>busy</html>' }, /answered 503 \(server error\)/],
    ['nothing', { status: 200, body: '' }, /with an empty body\./],
    ['text', { status: 200, body: 'OK' }, /with a body that is not JSON\./],
    ['a stream', { status: 200, body: 'data: {"choices":[]}\n\n' }, /with a stream of events/],
    ['an error', { status: 200, body: '{"error":{"message":"upstream"}}' }, /with an error in its body: upstream\./],
    ['no choice', { status: 200, body: '{"choices":[]}' }, /with no message in its first choice\./],
    [
      'a null message',
      { status: 200, body: '{"choices":[{"message":null}]}' },
      /with no message in its first choice\./,
    ],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9' } }, /a redirect, which is not followed/],
    ['half an answer', breaksOff, /the connection closed before its answer was complete/],
  ])('an unusable provider answer names its cause: %s', async (_, script, cause) => {
    await open();
    provider.reset(...Array.from({ length: 20 }, () => script));
    const answer = await sample.chat();
    expect([502, 503]).toContain(answer.status);
    expect(sample.gateway.faults).toEqual([
      {
        code: 'INFERENCE_FAILED',
        owner: 'platform',
        sequence: 1,
        message: expect.stringMatching(cause),
        confirmedBy: 'probe',
      },
    ]);
    expect(sample.calls).toMatchObject([{ kind: 'inference', fault: 'INFERENCE_FAILED', price_microdollars: null }]);
    expect(sample.account.spent).toBe(0);
  });

  it('hides the provider’s message when the key is ours', async () => {
    await open({ credential: { owner: 'platform', apiKey: 'our-own-secret-key' } });
    const broke = { status: 200, body: '{"error":{"message":"organisation 4711 has no credit"}}' };
    provider.reset(broke, broke, broke);
    expect((await sample.chat()).body).not.toContain('4711');
    expect(sample.gateway.faults[0]!.message).toBe('The model endpoint answered 200 with an error in its body.');
  });

  it('reports a rate limit that may concern only this key', async () => {
    await open();
    const limited = { status: 429, body: 'slow down', headers: { 'retry-after': '90' } };
    provider.reset(...Array.from({ length: 20 }, () => limited));
    expect(await sample.chat()).toMatchObject({ status: 503, headers: { 'retry-after': '90' } });
    // One try and one probe: a request with such a long delay is not retried.
    expect(provider.requests).toHaveLength(2);
    expect(sample.gateway.faults).toEqual([]);
    expect(sample.calls).toMatchObject([
      {
        fault: null,
        trouble: {
          tries: 1,
          owner: 'agent',
          failure: expect.stringMatching(/retry after 90 s\): slow down/),
          reason: expect.stringMatching(/Only this key/),
        },
      },
    ]);
  });

  it('passes the Retry-After of a rate limit on to the agent', async () => {
    await open();
    provider.reset({ status: 429, headers: { 'retry-after': '90' } });
    expect(await sample.chat()).toMatchObject({ status: 503, headers: { 'retry-after': '90' } });
  });

  it('gives the agent a 403 that concerns its content and not the key', async () => {
    await open();
    const metadata = { reasons: ['violence'], flagged_input: 'hi', provider_name: 'OpenAI', model_slug: 'm' };
    const body = JSON.stringify({ error: { code: 403, message: 'Input was flagged', metadata } });
    provider.reset({ status: 403, body });
    expect(await sample.chat()).toMatchObject({ status: 403, body });
    expect(sample.gateway.faults).toEqual([]);
  });

  it('retries when a provider breaks off its answer or its connection', async () => {
    await open();
    const failed = {
      choices: [{ message: { content: 'The lam' }, finish_reason: 'error', error: { message: 'gone' } }],
    };
    provider.reset({ status: 200, body: JSON.stringify(failed) }, { status: 200, body: COMPLETION }, breaksOff);
    expect(await sample.chat()).toMatchObject({ status: 200, body: COMPLETION });
    expect(sample.gateway.faults).toEqual([]);
  });
});

describe('silent provider', () => {
  const silence: ProviderScript = () => {};

  it('a silent provider is at fault when the attempt ends without an answer', async () => {
    await open({ limits: { silenceMilliseconds: 30 } });
    provider.reset(...Array.from({ length: 10 }, () => silence));
    const waiting = sample.chat().catch(() => null);
    await vi.waitFor(() => expect(provider.requests).toHaveLength(2), { timeout: scaled(10_000) });
    // The check has ended when its connection is closed.
    await vi.waitFor(() => expect(provider.underWay).toBe(1), { timeout: scaled(10_000) });
    await sample.gateway.close();
    await waiting;
    expect(sample.calls).toMatchObject([{ kind: 'inference', status: 499, fault: 'INFERENCE_FAILED' }]);
    expect(sample.gateway.faults).toMatchObject([
      { owner: 'platform', sequence: 1, message: expect.stringMatching(/did not answer a short request either/) },
    ]);
    expect(sample.account.spent).toBe(0);
  });

  it('a silent provider is not at fault when it answers a short probe and only this request takes too long', async () => {
    await open({ limits: { silenceMilliseconds: scaled(300) } });
    provider.reset(silence);
    const waiting = sample.chat().catch(() => null);
    await vi.waitFor(() => expect(provider.requests).toHaveLength(2), { timeout: scaled(10_000) });
    await vi.waitFor(() => expect(provider.underWay).toBe(1), { timeout: scaled(10_000) });
    await sample.gateway.close();
    await waiting;
    expect(sample.calls).toMatchObject([{ kind: 'inference', status: 499, fault: null }]);
    expect(sample.gateway.faults).toEqual([]);
  });

  it('a silent provider is at fault when the time limit ends before the probe is due', async () => {
    await open({ limits: { silenceMilliseconds: scaled(1_500) } });
    provider.reset(...Array.from({ length: 10 }, () => silence));
    const waiting = sample.chat().catch(() => null);
    await vi.waitFor(() => expect(provider.requests).toHaveLength(1), { timeout: scaled(10_000) });
    // Closing again, as cleanup does, must not change why the attempt ended.
    await Promise.all([sample.gateway.close('out of time'), sample.gateway.close()]);
    await waiting;
    expect(sample.calls).toMatchObject([{ status: 499, fault: 'INFERENCE_FAILED', trouble: { owner: 'platform' } }]);
    expect(provider.requests).toHaveLength(2);
  });

  it('a silent provider is not at fault at the time limit when it answers a short probe', async () => {
    await open({ limits: { silenceMilliseconds: scaled(30_000) } });
    provider.reset(silence);
    const waiting = sample.chat().catch(() => null);
    await vi.waitFor(() => expect(provider.requests).toHaveLength(1), { timeout: scaled(10_000) });
    await sample.gateway.close('out of time');
    await waiting;
    expect(sample.calls).toMatchObject([{ status: 499, fault: null }]);
    expect(provider.requests).toHaveLength(2);
  });

  it('a silent provider is not probed when the attempt ended for another reason', async () => {
    await open({ limits: { silenceMilliseconds: scaled(30_000) } });
    provider.reset(silence);
    const waiting = sample.chat().catch(() => null);
    await vi.waitFor(() => expect(provider.requests).toHaveLength(1), { timeout: scaled(10_000) });
    await sample.gateway.close();
    await waiting;
    expect(provider.requests).toHaveLength(1);
  });

  it('a model call that times out fails without a second probe', async () => {
    const inference = new OpenAiInference({ baseUrl: provider.baseUrl, timeoutMilliseconds: scaled(200) });
    await open({ inference, limits: { silenceMilliseconds: 30 } });
    provider.reset(...Array.from({ length: 10 }, () => silence));
    expect((await sample.chat()).status).toBe(502);
    // Two tries and one check.
    expect(provider.requests).toHaveLength(3);
    expect(sample.gateway.faults).toMatchObject([{ message: expect.stringMatching(/no answer within \d+ ms/) }]);
  });

  it('waits for a provider whose first byte is late', async () => {
    await open({ limits: { silenceMilliseconds: 20 } });
    provider.reset((response) => {
      // Keep-alive white space, which some providers send before the answer.
      response.writeHead(200, { 'content-type': 'application/json' }).write('\n\n');
      const whenChecked = setInterval(() => {
        if (provider.requests.length < 2) return;
        clearInterval(whenChecked);
        response.end(COMPLETION);
      }, 5);
    });
    expect(await sample.chat()).toMatchObject({ status: 200, body: `\n\n${COMPLETION}` });
    expect(sample.calls).toMatchObject([{ status: 200, usage: { prompt_tokens: 1000, completion_tokens: 100 } }]);
    expect(sample.gateway.faults).toEqual([]);
  });
});

describe('impossible token counts', () => {
  const said = 'The lamp costs less than the shade. '.repeat(20);
  it.each([
    ['negative', { prompt_tokens: -100, completion_tokens: -100 }],
    ['far too small', { prompt_tokens: 10, completion_tokens: 1 }],
    ['far too large', { prompt_tokens: 100, completion_tokens: 1e9 }],
  ])('accepts an answer with impossible token counts (%s) and charges an estimate', async (_, usage) => {
    await open();
    const body = JSON.stringify({ choices: [{ message: { role: 'assistant', content: said } }], usage });
    provider.reset({ status: 200, body });
    expect(await sample.chat({ max_tokens: 500 })).toMatchObject({ status: 200, body });
    const [call] = sample.calls;
    expect(call).toMatchObject({
      fault: null,
      usage: { completion_tokens: estimateTokens(said), estimated: 'implausible' },
      // The reported usage is kept next to the estimate.
      response: { usage },
    });
    expect(call!.price_microdollars).toBeGreaterThan(0);
    expect(sample.account.spent).toBe(call!.price_microdollars);
    expect(sample.gateway.faults).toEqual([]);
  });
});
