import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMPLETION, StandInProvider } from '../inference/testing/stand-in-provider.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import type { Search } from '../market/search.ts';
import type { GatewayOptions } from './gateway.ts';
import { SAMPLE_KEY, SAMPLE_MODEL, SampleGateway } from './testing/sample-gateway.ts';

let provider: StandInProvider;
let sample: SampleGateway;
beforeAll(async () => {
  provider = await StandInProvider.start();
});
afterAll(() => provider.stop());
beforeEach(() => provider.reset());
afterEach(() => sample.close());

async function open(options: Parameters<typeof SampleGateway.open>[1] = {}): Promise<SampleGateway> {
  sample = await SampleGateway.open(provider, options);
  return sample;
}

function errorOf(answer: { body: string }): unknown {
  return JSON.parse(answer.body);
}

describe('web search through the gateway', () => {
  const web = { search: (query: string) => [{ title: 'Lomara', text: `A town, found by ${query}.` }] };

  it('a web search returns articles and is recorded as its own kind of call', async () => {
    await open({ web });
    const found = await sample.ask('/search/web_search?q=town+on+the+river');
    expect(found.status).toBe(200);
    expect(JSON.parse(found.body)).toEqual([{ title: 'Lomara', text: 'A town, found by town on the river.' }]);
    expect(sample.calls).toMatchObject([
      {
        sequence: 1,
        kind: 'web',
        method: 'GET',
        path: '/search/web_search',
        parameters: { q: 'town on the river' },
        status: 200,
        response: JSON.parse(found.body),
        price_microdollars: null,
        fault: null,
      },
    ]);
    expect(sample.gateway.totals.calls).toMatchObject({ web: 1, search: 0 });
  });

  it('a web search without words is rejected', async () => {
    await open({ web });
    const answer = await sample.ask('/search/web_search?q=+');
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({ error_code: 'SEARCH_QUERY_INVALID' });
    expect(sample.calls).toMatchObject([{ kind: 'web', status: 400, fault: null }]);
    expect(sample.gateway.faults).toEqual([]);
  });

  it('web search is an unknown path when the gateway has no encyclopaedia', async () => {
    await open();
    const off = await sample.ask('/search/web_search?q=town');
    const unknown = await sample.ask('/search/no_such_tool?q=town');
    expect({ status: off.status, body: off.body }).toEqual({ status: unknown.status, body: unknown.body });
    expect(off.status).toBe(403);
    expect(sample.calls).toMatchObject([{ kind: 'refused' }, { kind: 'refused' }]);
    expect(sample.gateway.totals.calls.web).toBe(0);
  });
});

describe('searching through the gateway', () => {
  it('the gateway finds and shows products as the market server does, and records both', async () => {
    await open();
    const found = await sample.ask('/search/find_product?q=teapot&page=1');
    expect(found.status).toBe(200);
    expect(found.headers['content-type']).toBe('application/json');
    expect(JSON.parse(found.body)).toMatchObject([
      { product_id: '100', price: 499.5, service: ['official', 'flashsale'] },
    ]);
    const shown = await sample.ask('/search/view_product_information?product_ids=100,nothing');
    const [product] = JSON.parse(shown.body);
    expect(Object.keys(product).sort()).toEqual([
      'attributes',
      'description',
      'product_id',
      'short_description',
      'sku_options',
    ]);
    expect(sample.calls).toMatchObject([
      {
        sequence: 1,
        kind: 'search',
        method: 'GET',
        path: '/search/find_product',
        parameters: { q: 'teapot', page: '1' },
        request: null,
        status: 200,
        response: JSON.parse(found.body),
        usage: null,
        price_microdollars: null,
        fault: null,
      },
      { sequence: 2, kind: 'view', parameters: { product_ids: '100,nothing' }, response: [product] },
    ]);
  });

  it('durations are recorded to the microsecond', async () => {
    let now = 5;
    await open({
      clock: {
        date: () => new Date(0),
        milliseconds: () => {
          now += 0.123_46;
          return now;
        },
      },
    });
    await sample.ask('/health');
    const [{ duration_ms } = { duration_ms: 0 }] = sample.calls;
    expect(duration_ms % 0.1).not.toBeCloseTo(0, 3);
    expect(duration_ms).toBeCloseTo(Math.round(duration_ms * 1_000) / 1_000, 9);
  });

  it('explains an invalid filter, or ignores it in compat mode', async () => {
    await open();
    const answer = await sample.ask('/search/find_product?q=lamp&sort=best&sort=worst');
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toEqual({
      detail: expect.stringContaining('must be one of'),
      error_code: 'SEARCH_FILTER_INVALID',
    });
    expect(sample.calls).toMatchObject([
      { kind: 'search', status: 400, fault: null, parameters: { sort: ['best', 'worst'] }, response: errorOf(answer) },
    ]);
    expect(sample.gateway.faults).toEqual([]);
    await sample.close();
    await open({ compat: true });
    expect((await sample.ask('/search/find_product?q=lamp&sort=best&page=1')).status).toBe(200);
    expect((await sample.ask('/search/view_product_information')).body).toBe('[]');
  });

  it.each<[string, Search['find'], RegExp]>([
    ['fails', () => Promise.reject(new Error('index gone')), /index gone/],
    [
      'throws',
      () => {
        throw new TypeError('no');
      },
      /TypeError: no/,
    ],
    ['hangs', () => new Promise(() => {}), /within 100 ms/],
  ])('the platform is at fault when the search %s', async (_, find, message) => {
    const search: Search = { find, products: async () => [], close: async () => {} };
    await open({ search, limits: { searchMilliseconds: 100 } });
    const answer = await sample.ask('/search/find_product?q=lamp');
    expect(answer.status).toBe(502);
    expect(errorOf(answer)).toMatchObject({ error_code: 'SEARCH_FAILED' });
    expect(sample.calls).toMatchObject([{ kind: 'search', status: 502, fault: 'SEARCH_FAILED' }]);
    expect(sample.gateway.faults).toEqual([
      { code: 'SEARCH_FAILED', owner: 'platform', sequence: 1, message: expect.stringMatching(message) },
    ]);
  });
});

describe('model calls through the gateway', () => {
  it('passes the bytes of a model’s answer on, and records request, answer, usage and price', async () => {
    await open();
    const body = `{"model":"${SAMPLE_MODEL}","messages":[{"role":"user","content":"hi"}],"seed":7,"reasoning":{"a":[1]}}`;
    const headers = { authorization: 'Bearer ticket-or-anything', 'content-type': 'text/plain' };
    const answer = await sample.ask('/inference/chat/completions', { method: 'POST', body, headers });
    expect(answer).toMatchObject({ status: 200, body: COMPLETION });
    expect(provider.requests).toHaveLength(1);
    expect(JSON.parse(provider.requests[0]!.body)).toEqual(JSON.parse(body));
    expect(provider.requests[0]!.headers.authorization).toBe(`Bearer ${SAMPLE_KEY}`);
    expect(sample.calls).toMatchObject([
      {
        kind: 'inference',
        method: 'POST',
        path: '/inference/chat/completions',
        request: JSON.parse(body),
        status: 200,
        response: JSON.parse(COMPLETION),
        usage: { prompt_tokens: 1000, completion_tokens: 100 },
        price_microdollars: 420,
        fault: null,
      },
    ]);
    expect(sample.gateway.totals).toMatchObject({
      calls: { search: 0, view: 0, inference: 1, models: 0, health: 0, refused: 0 },
      promptTokens: 1000,
      completionTokens: 100,
      spentMicrodollars: 420,
    });
    const recorded = readFileSync(join(sample.folder, 'calls.jsonl'), 'utf8');
    for (const secret of [SAMPLE_KEY, 'ticket-or-anything', 'Bearer', 'authorization']) {
      expect(recorded).not.toContain(secret);
    }
  });

  it.each([
    ['nothing', '', 400, 'Missing or unreadable request body'],
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe), 400, 'Missing or unreadable request body'],
    ['a body that is not JSON', '{"model":', 400, 'Invalid JSON in request body'],
    ['no model', '{"messages":[]}', 400, "Missing 'model' field in request body"],
    ['an empty model', '{"model":"","messages":[]}', 400, "Missing 'model' field in request body"],
    ['a model that is a list', '{"model":["a"]}', 400, "Missing 'model' field in request body"],
    ['null', 'null', 400, "Missing 'model' field in request body"],
    ['a list', '[]', 400, "Missing 'model' field in request body"],
    ['no messages', `{"model":"${SAMPLE_MODEL}"}`, 400, "Missing 'messages' field in request body"],
    [
      'a stream',
      `{"model":"${SAMPLE_MODEL}","messages":[],"stream":true}`,
      400,
      'Streaming is not supported through the proxy',
    ],
    [
      'a stream in other words',
      `{"model":"${SAMPLE_MODEL}","messages":[],"stream":1}`,
      400,
      'Streaming is not supported through the proxy',
    ],
    [
      '200,000 levels',
      `{"model":"${SAMPLE_MODEL}","messages":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      400,
      'Invalid JSON in request body: it is nested more than 128 levels deep',
    ],
    [
      'a number that is too large',
      `{"model":"${SAMPLE_MODEL}","messages":[1e999]}`,
      400,
      'Invalid JSON in request body: a number in it is too large to hold',
    ],
    [
      'a million values',
      `{"model":"${SAMPLE_MODEL}","messages":[${'0,'.repeat(1_000_000)}0]}`,
      400,
      'Invalid JSON in request body: it has more than 200000 values',
    ],
  ])('rejects and records an invalid model request: %s', async (_, body, status, error) => {
    await open();
    const answer = await sample.ask('/inference/chat/completions', { method: 'POST', body });
    expect(answer.status).toBe(status);
    expect(errorOf(answer)).toEqual({ error });
    expect(provider.requests).toEqual([]);
    const [call] = sample.calls;
    expect(call).toMatchObject({ kind: 'refused', status, response: { error }, fault: null });
    const { request } = call!;
    if (typeof body !== 'string') expect(request).toBe('data:application/octet-stream;base64,//4=');
    else if (body === '') expect(request).toBeNull();
    else
      expect(typeof request === 'string' ? request : canonicalJson(request)).toBe(
        typeof request === 'string' ? body : canonicalJson(JSON.parse(body)),
      );
  });

  it('lists the allowed models', async () => {
    await open();
    const answer = await sample.chat({ model: 'other' });
    expect(answer.status).toBe(403);
    expect(errorOf(answer)).toEqual({ error: "Model 'other' is not allowed", allowed_models: [SAMPLE_MODEL] });
    const list = await sample.ask('/inference/models');
    expect(errorOf(list)).toEqual({
      object: 'list',
      data: [{ id: SAMPLE_MODEL, object: 'model', created: 0, owned_by: 'assay' }],
    });
    expect(sample.calls.map(({ kind }) => kind)).toEqual(['refused', 'models']);
    await sample.close();
    await open({ allowedModels: [] });
    expect(await sample.chat()).toMatchObject({ status: 503, body: '{"error":"Inference allowlist unavailable"}' });
    expect(sample.gateway.faults).toMatchObject([{ code: 'INFERENCE_FAILED', owner: 'platform', sequence: 1 }]);
  });

  it('replaces a model alias in the request, and records what was asked', async () => {
    const aliases = [
      { pattern: 'Qwen/*', model: SAMPLE_MODEL },
      { pattern: 'whole/name', model: SAMPLE_MODEL },
    ];
    await open({ aliases });
    provider.reset();
    expect((await sample.chat({ model: 'Qwen/Qwen3-32B-TEE' })).status).toBe(200);
    expect(JSON.parse(provider.requests[0]!.body)).toMatchObject({ model: SAMPLE_MODEL, messages: expect.anything() });
    expect(sample.calls).toMatchObject([
      { request: { model: 'Qwen/Qwen3-32B-TEE' }, answered_by: { model: SAMPLE_MODEL }, usage: expect.anything() },
    ]);
    expect((await sample.chat({ model: 'other/model' })).status).toBe(403);
    const { body } = await sample.ask('/inference/models');
    expect((JSON.parse(body) as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([
      SAMPLE_MODEL,
      'whole/name',
    ]);
  });

  it('records the model that answered as the endpoint names it, not as the agent asked', async () => {
    await open();
    const named = COMPLETION.replace('"object"', `"model":"${SAMPLE_MODEL}-2026-01-31","object"`);
    provider.reset({ status: 200, body: named }, { status: 400, body: '{"error":"no"}' });
    await sample.chat();
    await sample.chat();
    await sample.chat();
    await sample.chat({ model: 'house/expert' });
    const endpoint = provider.baseUrl;
    expect(sample.calls.map(({ status, answered_by }) => [status, answered_by])).toEqual([
      [200, { model: `${SAMPLE_MODEL}-2026-01-31`, endpoint, simulated: false }],
      [400, { model: SAMPLE_MODEL, unnamed: true, endpoint, simulated: false }],
      [200, { model: SAMPLE_MODEL, unnamed: true, endpoint, simulated: false }],
      [403, undefined],
    ]);
  });

  it('rejects answers of simulated models, even through a relay', async () => {
    await open({ answersAs: { [SAMPLE_MODEL]: ['house/expert'] } });
    const relayed = (fields: string) => ({ status: 200, body: COMPLETION.replace('"object"', `${fields},"object"`) });
    const bodies = ['"model":"house/expert"', `"model":"${SAMPLE_MODEL}","simulated":true`, '"model":"House/expert"'];
    for (const fields of bodies) {
      // Answers for both tries and the probe.
      provider.reset(relayed(fields), relayed(fields), relayed(fields));
      expect((await sample.chat()).status).toBe(502);
    }
    expect(sample.gateway.faults.map(({ code }) => code)).toEqual(bodies.map(() => 'MODEL_SUBSTITUTED'));
  });

  it('rejects fields by which an agent could choose another model or host', async () => {
    await open();
    for (const field of ['models', 'route', 'provider', 'plugins', 'extra_body']) {
      const answer = await sample.chat({ [field]: ['house/expert'] });
      expect(errorOf(answer)).toEqual({ error: `'${field}' is not supported through the proxy` });
    }
    expect(provider.requests).toHaveLength(0);
  });

  it('does not blame a healthy provider for a request that makes it answer with another model', async () => {
    await open();
    const other = { status: 200, body: COMPLETION.replace('"object"', '"model":"cheap/model-1b","object"') };
    // Answers for both tries, the probe and the last try.
    provider.reset(other, other, { status: 200, body: COMPLETION }, other);
    expect((await sample.chat()).status).toBe(502);
    expect(sample.gateway.faults).toEqual([]);
  });

  it('rejects an answer of another model, does not blame the agent and charges nothing', async () => {
    await open({ answersAs: { [SAMPLE_MODEL]: ['the-same-one'] } });
    const saidBy = (model: string) => ({
      status: 200,
      body: COMPLETION.replace('"object"', `"model":"${model}","object"`),
    });
    const cheap = saidBy('cheap/model-1b');
    provider.reset(cheap, cheap, cheap, saidBy('the-same-one'));
    expect((await sample.chat()).status).toBe(502);
    expect((await sample.chat()).status).toBe(200);
    const message = expect.stringMatching(/asked for model "mighty\/model-7b" but reports "cheap\/model-1b"/);
    expect(sample.gateway.faults).toEqual([
      { code: 'MODEL_SUBSTITUTED', owner: 'platform', sequence: 1, message, confirmedBy: 'probe' },
    ]);
    expect(sample.calls[0]).toMatchObject({ price_microdollars: null, answered_by: { model: 'cheap/model-1b' } });
  });

  it('sends on the body as JSON.parse reads it, also with duplicate keys', async () => {
    await open();
    const body = `{"model":"other","messages":[],"model":"${SAMPLE_MODEL}"}`;
    expect((await sample.ask('/inference/chat/completions', { method: 'POST', body })).status).toBe(200);
    expect(provider.requests[0]!.body).toBe(`{"model":"${SAMPLE_MODEL}","messages":[]}`);
  });

  it('a request body cannot pass as one of the gateway’s own answers', async () => {
    await open();
    const own = { status: 200, kind: 'health', refused: { status: 200 }, body: 'x' };
    expect((await sample.chat({ reasoning: own })).status).toBe(200);
    expect((await sample.chat(own)).status).toBe(400);
    expect(provider.requests).toHaveLength(1);
  });

  it('records a request as JSON if it round-trips, and as text otherwise', async () => {
    await open();
    const messages = '[{"role":"user","content":"\\ud800 \\u0000 ☕","__proto__":{"a":1}}]';
    const odd = `{"model":"${SAMPLE_MODEL}","messages":${messages},"temperature":0.1}`;
    const big = `{"model":"${SAMPLE_MODEL}", "messages":[], "seed":12345678901234567890}`;
    for (const body of [odd, big]) await sample.ask('/inference/chat/completions', { method: 'POST', body });
    expect(provider.requests).toHaveLength(2);
    expect(canonicalJson(sample.calls[0]!.request)).toBe(canonicalJson(JSON.parse(odd)));
    expect(sample.calls[1]!.request).toBe(big);
  });

  it('chains calls in the order in which their answers are sent', async () => {
    await open();
    provider.reset({ status: 200, body: COMPLETION, afterMilliseconds: 300 });
    const slow = sample.chat();
    while (provider.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await sample.ask('/health');
    await slow;
    const calls = sample.calls;
    expect(calls.map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ['health', 1],
      ['inference', 2],
    ]);
    expect(calls[0]!.time >= calls[1]!.time).toBe(true);
    expect(calls[1]!.previous).toBe(calls[0]!.hash);
    expect(sample.recorder.head).toBe(calls[1]!.hash);
  });

  it('records every concurrent call before it is answered', async () => {
    await open({ limits: { burst: 1000, inFlight: 1000 } });
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const { status } =
          index % 2 === 0 ? await sample.chat({ n: 1, user: `u${index}` }) : await sample.ask(`/health?i=${index}`);
        expect(status).toBe(200);
        const marks = sample.calls.map(
          ({ request, parameters }) => (request as { user?: string })?.user ?? parameters.i,
        );
        expect(marks).toContain(index % 2 === 0 ? `u${index}` : `${index}`);
      }),
    );
    expect(sample.calls).toHaveLength(60);
    expect(sample.gateway.totals.spentMicrodollars).toBe(30 * 420);
    expect(sample.gateway.totals.evidenceBytes).toBe(readFileSync(join(sample.folder, 'calls.jsonl')).length);
  });

  it('the health check of the gateway answers "healthy"', async () => {
    await open();
    const answer = await sample.ask('/health');
    expect(answer).toMatchObject({ status: 200, body: 'healthy\n' });
    expect(answer.headers['content-type']).toBe('text/plain');
    expect(sample.calls).toMatchObject([{ kind: 'health', response: 'healthy\n' }]);
  });
});

describe('other paths', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/search/get_product_raw?product_ids=100'],
    ['GET', '/search/../search/find_product?q=lamp'],
    ['GET', '//search/find_product?q=lamp'],
    ['GET', '/search//find_product?q=lamp'],
    ['GET', '/search/find_product/?q=lamp'],
    ['GET', '/search/find%5fproduct?q=lamp'],
    ['GET', '/search/%2e%2e/health'],
    ['GET', '/./health'],
    ['GET', '/Health'],
    ['GET', '/health/'],
    ['GET', '/health;x=1'],
    ['GET', '/health#x'],
    ['GET', 'http://proxy/health'],
    ['GET', 'http://169.254.169.254/latest/meta-data'],
    ['POST', '/search/find_product?q=lamp'],
    ['POST', '/health'],
    ['GET', '/inference/chat/completions'],
    ['PUT', '/inference/chat/completions'],
    ['DELETE', '/inference/models'],
    ['HEAD', '/health'],
    ['OPTIONS', '/health'],
    ['TRACE', '/health'],
    ['PROPFIND', '/health'],
    ['POST', '/inference/embeddings'],
    ['POST', '/inference/chat/completions/'],
    ['POST', '/v1/chat/completions'],
  ])('%s %s is forbidden', async (method, path) => {
    await open();
    const body = method === 'POST' ? { body: `{"model":"${SAMPLE_MODEL}","messages":[]}` } : {};
    const answer = await sample.ask(path, { method, ...body });
    expect(answer.status).toBe(403);
    if (method !== 'HEAD') expect(answer.body).toBe('{"error":"forbidden"}');
    expect(provider.requests).toEqual([]);
    expect(sample.calls).toMatchObject([
      {
        kind: 'refused',
        method,
        path: path.split('?')[0],
        status: 403,
        request: null,
        response: { error: 'forbidden' },
      },
    ]);
    expect(sample.gateway.faults).toEqual([]);
  });
});

describe('opening a gateway', () => {
  it('a gateway requires a price for every model', async () => {
    await open();
    await expect(SampleGateway.open(provider, { prices: {} })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining(SAMPLE_MODEL),
    });
  });

  it('a gateway requires a socket path that is short enough and free', async () => {
    await open();
    const folder = mkdtempSync(join(tmpdir(), 'assay-gateway-'));
    writeFileSync(join(folder, 'taken'), '');
    const paths = [join(folder, 'taken'), join(folder, 'x'.repeat(120)), join(folder, 'no', 'folder')];
    for (const socketPath of paths) {
      const options: Partial<GatewayOptions> = { socketPath };
      await expect(SampleGateway.open(provider, options)).rejects.toMatchObject({ code: 'GATEWAY_FAILED' });
    }
    rmSync(folder, { recursive: true });
  });

  it('a closed gateway leaves no socket file', async () => {
    await open();
    expect(existsSync(sample.gateway.socketPath)).toBe(true);
    await sample.gateway.close();
    expect(existsSync(sample.gateway.socketPath)).toBe(false);
    await expect(sample.ask('/health')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
