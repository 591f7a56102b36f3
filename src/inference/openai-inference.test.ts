import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { scaled } from '../testing/scaled.ts';
import { OpenAiInference, type OpenAiInferenceOptions } from './openai-inference.ts';
import { COMPLETION, StandInProvider } from './testing/stand-in-provider.ts';

const BODY = { model: 'm', messages: [{ role: 'user', content: 'hi' }], top_k: 7 };

let provider: StandInProvider;
beforeAll(async () => {
  provider = await StandInProvider.start();
});
afterAll(() => provider.stop());
beforeEach(() => provider.reset());

function open(options: Partial<OpenAiInferenceOptions> = {}): OpenAiInference {
  return new OpenAiInference({ baseUrl: provider.baseUrl, firstDelayMilliseconds: 1, ...options });
}

describe('OpenAiInference', () => {
  it('sends the body with every field, and returns the bytes and the usage', async () => {
    const answer = await open({ apiKey: 'default-key' }).chat(BODY);
    expect(answer).toEqual({
      status: 200,
      body: COMPLETION,
      usage: { prompt_tokens: 1000, completion_tokens: 100 },
      answeredBy: { model: 'm', unnamed: true, endpoint: provider.baseUrl, simulated: false },
    });
    const [request] = provider.requests;
    expect(request?.path).toBe('/v1/chat/completions');
    expect(JSON.parse(request!.body)).toEqual(BODY);
    expect(request?.headers).toMatchObject({ authorization: 'Bearer default-key', 'accept-encoding': 'identity' });
    expect(request?.headers).not.toHaveProperty('x-identifier');
  });

  it('uses the key of the call instead of its own, and none if there is none', async () => {
    await open({ apiKey: 'default-key' }).chat(BODY, { apiKey: 'the-contestants' });
    await open().chat(BODY);
    expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer the-contestants',
      undefined,
    ]);
  });

  it('keeps a byte order mark and every other byte of the answer', async () => {
    provider.reset({ status: 200, body: Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d, 0x0a) });
    const { body } = await open().chat(BODY);
    expect(Buffer.from(body)).toEqual(Buffer.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d, 0x0a));
  });

  it.each([400, 401, 402, 403, 404, 422])('returns status %i at once, with its body', async (status) => {
    provider.reset({ status, body: '{"error":"no"}' });
    expect(await open().chat(BODY)).toMatchObject({ status, body: '{"error":"no"}', usage: null });
    expect(provider.requests).toHaveLength(1);
  });

  it.each([408, 429, 500, 502, 503, 529])('retries after status %i', async (status) => {
    provider.reset({ status }, { status });
    expect((await open().chat(BODY)).status).toBe(200);
    expect(provider.requests).toHaveLength(3);
  });

  it('returns the provider’s last answer when it stays overloaded', async () => {
    provider.reset(...Array.from({ length: 9 }, (_, index) => ({ status: 503, body: `${index}` })));
    expect(await open({ attempts: 3 }).chat(BODY)).toMatchObject({ status: 503, body: '2' });
  });

  it('retries when the connection breaks, and remembers the earlier answer', async () => {
    provider.reset((response) => response.destroy());
    expect((await open().chat(BODY)).status).toBe(200);
    provider.reset({ status: 503, body: 'busy' }, (response) => response.destroy());
    expect(await open({ attempts: 2 }).chat(BODY)).toMatchObject({ status: 503, body: 'busy' });
  });

  it('waits as long as the provider asks', async () => {
    provider.reset({ status: 429, headers: { 'retry-after': '0.3' } });
    const started = performance.now();
    expect((await open().chat(BODY)).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(250);
  });

  it('does not wait longer than its limit', async () => {
    provider.reset({ status: 429, body: 'later', headers: { 'retry-after': '3600' } });
    expect(await open().chat(BODY)).toMatchObject({ status: 429, body: 'later' });
    expect(provider.requests).toHaveLength(1);
  });

  it('throws only when there is no answer at all', async () => {
    const nobody = new OpenAiInference({ baseUrl: 'http://127.0.0.1:9/v1', attempts: 2, firstDelayMilliseconds: 1 });
    await expect(nobody.chat(BODY)).rejects.toMatchObject({ code: 'INFERENCE_FAILED', owner: 'platform' });
    provider.reset(() => {});
    await expect(open({ timeoutMilliseconds: 50 }).chat(BODY)).rejects.toThrow(/no answer within 50 ms/);
    expect(provider.requests).toHaveLength(1);
  });

  it('gives up on an answer that never ends, in time or in length', async () => {
    provider.reset((response) => {
      response.writeHead(200).write('{');
    });
    await expect(open({ timeoutMilliseconds: 50 }).chat(BODY)).rejects.toThrow(/no answer within 50 ms/);
    provider.reset((response) => {
      const chunk = 'x'.repeat(64 * 1024);
      const push = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', push);
      };
      push();
    });
    await expect(open({ maxAnswerBytes: 1_000_000 }).chat(BODY)).rejects.toThrow(/longer than 1000000 bytes/);
  });

  it('rejects an answer that is not UTF-8, follows no redirect, and survives input that is not HTTP', async () => {
    provider.reset({ status: 200, body: Uint8Array.of(0x22, 0xff, 0x22) });
    await expect(open().chat(BODY)).rejects.toThrow(/not UTF-8/);
    provider.reset({ status: 307, headers: { location: `${provider.baseUrl}/elsewhere` } });
    expect((await open({ apiKey: 'default-key' }).chat(BODY)).status).toBe(307);
    expect(provider.requests).toHaveLength(1);
    const rude = createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => rude.once('listening', resolve));
    const { port } = rude.address() as { port: number };
    await expect(open({ baseUrl: `http://127.0.0.1:${port}`, attempts: 1 }).chat(BODY)).rejects.toMatchObject({
      code: 'INFERENCE_FAILED',
    });
    rude.close();
  });

  it('removes a key that the provider repeats', async () => {
    provider.reset({ status: 401, body: '{"error":"Incorrect API key provided: sk-secret-123"}' });
    const { body } = await open().chat(BODY, { apiKey: 'sk-secret-123' });
    expect(body).toBe('{"error":"Incorrect API key provided: [key removed]"}');
  });

  it('limits the number of concurrent calls', async () => {
    provider.reset(...Array.from({ length: 12 }, () => ({ status: 200, body: COMPLETION, afterMilliseconds: 10 })));
    const inference = open({ concurrency: 3 });
    await Promise.all(Array.from({ length: 12 }, () => inference.chat(BODY)));
    expect(provider.requests).toHaveLength(12);
    expect(provider.most).toBe(3);
  });

  it('an abort stops a call, a pause and a place in the queue', async () => {
    const reasons = { code: 'INFERENCE_FAILED', message: expect.stringMatching(/given up/) };
    provider.reset(() => {});
    const inference = open({ concurrency: 1 });
    const controller = new AbortController();
    const running = inference.chat(BODY, { signal: controller.signal });
    const queued = inference.chat(BODY, { signal: controller.signal });
    // An earlier abort would leave this step of the provider's script for the next request.
    await vi.waitFor(() => expect(provider.requests).toHaveLength(1), { timeout: scaled(10_000) });
    controller.abort();
    await expect(running).rejects.toMatchObject(reasons);
    await expect(queued).rejects.toMatchObject(reasons);
    provider.reset({ status: 503 });
    const patient = open({ firstDelayMilliseconds: 20_000 });
    await expect(patient.chat(BODY, { signal: AbortSignal.timeout(100) })).rejects.toMatchObject(reasons);
    expect(provider.requests).toHaveLength(1);
    expect((await inference.chat(BODY)).status).toBe(200);
  });

  it('lists the models of the provider', async () => {
    provider.reset({ status: 200, body: '{"data":[{"id":"a"},{"id":"b","x":1}]}' });
    expect(await open().models()).toEqual(['a', 'b']);
    provider.reset({ status: 200, body: '<html>' });
    await expect(open().models()).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
  });

  it.each([
    '{"usage":{"prompt_tokens":-1,"completion_tokens":1}}',
    '{"usage":{"prompt_tokens":1e300,"completion_tokens":1}}',
    '{"usage":{"prompt_tokens":"7","completion_tokens":1}}',
    '{"usage":null}',
    '['.repeat(100_000),
    '',
  ])('ignores invalid usage in an answer', async (body) => {
    provider.reset({ status: 200, body });
    expect(await open().chat(BODY)).toMatchObject({ status: 200, body, usage: null });
  });
});
