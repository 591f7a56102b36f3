import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import { SECRET, SOLVING } from '../testing/lamp-environment.ts';
import { ServedEnvironment } from '../testing/served-environment.ts';
import type { EnvironmentServerOptions } from './create-environment-server.ts';

const served = new ServedEnvironment();
const start = (changed?: Partial<EnvironmentServerOptions>): Promise<string> => served.start(changed);

interface Answer {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Client {
  readonly socket: WebSocket;
  send(message: string | Buffer): void;
  next(): Promise<Answer>;
  ask(type: string, data?: unknown): Promise<Answer>;
}

async function connect(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Client> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers });
  const heard: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  socket.on('message', (data) => {
    const take = waiting.shift();
    if (take === undefined) heard.push(String(data));
    else take(String(data));
  });
  await once(socket, 'open');
  const next = async () => JSON.parse(heard.shift() ?? (await new Promise<string>((resolve) => waiting.push(resolve))));
  const send = (message: string | Buffer): void => socket.send(message);
  const ask = async (type: string, data?: unknown) => {
    send(JSON.stringify({ type, ...(data !== undefined && { data }) }));
    return await next();
  };
  return { socket, send, next, ask };
}

describe('sessions', () => {
  it('sessions play complete episodes concurrently and independently', async () => {
    const url = await start();
    const clients = await Promise.all(Array.from({ length: 20 }, () => connect(url)));
    const problems = clients.map((_, place) => ({ split: place % 5 === 0 ? 'eval' : 'train', index: place % 2 }));
    await Promise.all(clients.map((client, place) => client.ask('reset', problems[place])));
    // Half of the clients shop; the other half end at once.
    for (const [turn, answer] of SOLVING.entries()) {
      const results = await Promise.all(
        clients.map((client, place) =>
          client.ask('step', place % 2 === 0 ? answer : SOLVING[Math.min(3, turn * 3)]!).then(({ data }) => data),
        ),
      );
      if (turn === 1) {
        expect(results.filter((_, place) => place % 2 === 1).every(({ done }) => done === true)).toBe(true);
        expect(results.filter((_, place) => place % 2 === 0).some(({ done }) => done === true)).toBe(false);
      }
      if (turn === 3)
        for (const [place, data] of results.entries())
          if (place % 2 === 0) expect(data).toMatchObject({ done: true, metadata: { outcome: 1 } });
    }
    const states = await Promise.all(clients.map((client) => client.ask('state')));
    expect(states.map(({ data }) => [data.split, data.problem_id])).toEqual(
      problems.map(({ split, index }) => [split, (split === 'eval' ? ['x', 'y'] : ['a', 'b'])[index]]),
    );
    expect(new Set(states.map(({ data }) => data.episode_id)).size).toBe(20);
  });

  it('limits the number of sessions, and a session that ends frees its place', async () => {
    const url = await start({ maxSessions: 2 });
    const [first] = await Promise.all([connect(url), connect(url)]);
    const refused = await connect(url);
    expect(await refused.next()).toMatchObject({ type: 'error', data: { code: 'CAPACITY_REACHED' } });
    if (refused.socket.readyState !== WebSocket.CLOSED) await once(refused.socket, 'close');
    const closed = once(first!.socket, 'close');
    first!.send('{"type":"close"}');
    await closed;
    await expect.poll(async () => await health(url)).toMatchObject({ sessions: 1 });
    const again = await connect(url);
    expect(await again.ask('state')).toMatchObject({ type: 'state', data: { episode_id: null } });
  });

  it('a session without requests expires', async () => {
    const url = await start({ idleMilliseconds: 50 });
    const client = await connect(url);
    const closed = once(client.socket, 'close');
    expect(await client.next()).toMatchObject({ type: 'error', data: { code: 'SESSION_ERROR' } });
    await closed;
    expect(await health(url)).toMatchObject({ sessions: 0 });
  });

  it('answers invalid messages with OpenEnv’s error codes and keeps the session open', async () => {
    const client = await connect(await start());
    client.send('{');
    expect(await client.next()).toMatchObject({ data: { code: 'INVALID_JSON' } });
    client.send(Buffer.from([1, 2, 3]));
    expect(await client.next()).toMatchObject({ data: { code: 'INVALID_JSON' } });
    for (const message of ['null', '[]', '"reset"', '{"type":7}', '{"type":"mcp"}']) {
      client.send(message);
      expect(await client.next(), message).toMatchObject({ data: { code: 'UNKNOWN_TYPE' } });
    }
    expect(await client.ask('step', SOLVING[0])).toMatchObject({ data: { code: 'VALIDATION_ERROR' } });
    expect(await client.ask('step', { action: 1 })).toMatchObject({ data: { code: 'VALIDATION_ERROR' } });
    for (const data of [{ problem: 'a' }, { seed: -1 }, { seed: 1.5 }, { split: 'test' }, { index: 99 }, 7]) {
      const answer = await client.ask('reset', data);
      expect(answer, JSON.stringify(data)).toMatchObject({ type: 'error', data: { code: 'VALIDATION_ERROR' } });
    }
    expect(await client.ask('reset', { index: 0 })).toMatchObject({ type: 'observation' });
  });

  it('closes a session that sends too much', async () => {
    const url = await start();
    const large = await connect(url);
    const cut = once(large.socket, 'close');
    large.send(JSON.stringify({ type: 'step', data: { content: 'x'.repeat(1024 * 1024) } }));
    await cut;
    const flooding = await connect(url);
    const ended = once(flooding.socket, 'close');
    for (let count = 0; count < 1_000; count++) flooding.send('{"type":"state"}');
    expect((await ended)[0]).toBe(1008);
    await expect.poll(async () => await health(url)).toMatchObject({ sessions: 0 });
  });

  it('sessions end when the server stops, which reports the memory they needed', async () => {
    const reports: number[] = [];
    const client = await connect(await start({ onStop: ({ most_sessions: most }) => reports.push(most) }));
    const closed = once(client.socket, 'close');
    await served.closeAll();
    expect((await closed)[0]).toBe(1001);
    expect(reports).toEqual([1]);
  });
});

async function health(url: string): Promise<unknown> {
  return await (await fetch(`${url}/health`)).json();
}

async function request(url: string, path: string, body: unknown, token = ''): Promise<Response> {
  return await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

async function post(url: string, path: string, body: unknown, token = '') {
  const response = await request(url, path, body, token);
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

describe('HTTP', () => {
  it('lists splits and tasks without revealing answers', async () => {
    const url = await start();
    const splits = (await (await fetch(`${url}/assay/splits`)).json()) as unknown;
    expect(splits).toMatchObject([
      { name: 'train', type: 'train', suite: 'lamps', num_tasks: 6 },
      { name: 'eval', type: 'validation', num_tasks: 2 },
    ]);
    const { body: tasks } = await post(url, '/assay/tasks', { split: 'eval' });
    expect(tasks).toMatchObject({
      tasks: [{ problem_id: 'x', leak_cluster: 'x' }, { problem_id: 'y' }],
      env_name: 'assay',
    });
    expect((await post(url, '/assay/num_tasks', { split: 'train' })).body).toEqual({ num_tasks: 6 });
    expect((await post(url, '/assay/task', { split: 'train', index: 2 })).body.task).toMatchObject({ index: 2 });
    expect((await post(url, '/assay/task', { split: 'train', index: 6 })).status).toBe(400);
    const { body: range } = await post(url, '/assay/task_range', { split: 'train', start: 4 });
    expect(range.tasks).toHaveLength(2);
    const paths = Object.entries(
      ((await (await fetch(`${url}/openapi.json`)).json()) as { readonly paths: object }).paths,
    );
    for (const [path, methods] of paths) {
      const answer = Object.hasOwn(methods as object, 'get') ? await fetch(`${url}${path}`) : null;
      const text = await (answer ?? (await request(url, path, { split: 'train', index: 0 }))).text();
      expect(text, path).not.toContain(SECRET);
    }
    expect(paths.length).toBeGreaterThan(10);
  });

  it('returns the mean over problems with the confidence interval of the evaluation', async () => {
    const url = await start();
    const estimate = async (values: readonly (readonly [string, number])[]) =>
      await post(url, '/assay/estimate', {
        split: 'train',
        values: values.map(([problem_id, value]) => ({ problem_id, value })),
      });
    const { low, high } = wilsonInterval(2, 3);
    expect(
      (
        await estimate([
          ['a', 1],
          ['b', 0],
          ['c', 1],
        ])
      ).body,
    ).toEqual({ value: 2 / 3, low, high, method: 'wilson' });
    const { body } = await estimate([
      ['a', 0.5],
      ['b', 0],
      ['c', 1],
    ]);
    expect(body).toMatchObject({ value: 0.5, method: 'bootstrap' });
    expect(body.low as number).toBeLessThan(0.5);
    expect((await estimate([['a', 0.5]])).body).toMatchObject({ low: null, high: null });
    for (const values of [
      [],
      [['x', 1]],
      [['a', 2]],
      [
        ['a', 1],
        ['a', 0],
      ],
    ] as const)
      expect((await estimate(values)).status, JSON.stringify(values)).toBe(400);
  });

  it('there is no episode over HTTP without a session', async () => {
    const url = await start();
    expect(await post(url, '/step', { action: SOLVING[0] })).toMatchObject({ status: 400 });
    expect((await post(url, '/reset', { seed: 4 })).body).toMatchObject({ done: false, reward: null });
    expect(await health(url)).toMatchObject({ sessions: 0, max_sessions: 100, memory: { bytes_per_session: null } });
  });
});

describe('command-line agents', () => {
  const TOKENS = { token: 'open sesame', toolsToken: 'a peek' };
  const recommend = async (url: string, product_ids: readonly string[], token = TOKENS.token, problem_id = 'a') =>
    await post(url, '/assay/verdict', { problem_id, product_ids }, token);

  it('command-line agents call market tools with a token that allows nothing else', async () => {
    const url = await start(TOKENS);
    const authorization = `Bearer ${TOKENS.toolsToken}`;
    const listed = (await (await fetch(`${url}/assay/market_tools`, { headers: { authorization } })).json()) as {
      readonly tools: readonly { readonly function: { readonly name: string } }[];
    };
    const names = listed.tools.map((tool) => tool.function.name);
    expect(names).toContain('find_product');
    expect(names).not.toContain('recommend_product');
    const call = async (tool: string, given: object) =>
      (await post(url, '/assay/market_tools', { tool, arguments: given }, TOKENS.toolsToken)).body;
    expect(await call('find_product', { q: 'kavari desk lamp' })).toMatchObject({
      valid: true,
      result: expect.stringContaining('1001'),
    });
    expect(await call('terminate', {})).toMatchObject({ valid: false });

    const { paths } = (await (
      await fetch(`${url}/openapi.json`, { headers: { authorization: `Bearer ${TOKENS.token}` } })
    ).json()) as { readonly paths: Readonly<Record<string, object>> };
    const asked = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
    );
    expect(asked.length).toBeGreaterThan(15);
    for (const { path, method } of asked) {
      const { status } = await fetch(`${url}${path}`, { method, headers: { authorization } });
      if (path === '/assay/market_tools') expect(status, `${method} ${path}`).not.toBe(401);
      else expect(status, `${method} ${path}`).toBe(401);
    }
    await expect(connect(url, { authorization })).rejects.toThrow('401');
  });

  it('command-line agents are scored by the episode rules for their recommendation', async () => {
    const url = await start(TOKENS);
    expect((await recommend(url, ['1001'])).body).toEqual({ outcome: 1, score: 1 });
    expect((await recommend(url, ['1002'])).body).toMatchObject({ outcome: 0 });
    for (const products of [[], ['1002', '1001'], ['404404']])
      expect((await recommend(url, products)).body, products.join()).toMatchObject({ outcome: 0 });
    expect((await recommend(url, ['1001'], TOKENS.token, 'nobody')).status).toBe(400);
    expect((await recommend(url, ['1001"'])).status).toBe(400);
  });

  it('command-line agents cannot request verdicts, not even from a server without a token', async () => {
    expect((await recommend(await start(TOKENS), ['1001'], TOKENS.toolsToken)).status).toBe(401);
    expect(await recommend(await start(), ['1001'])).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('no token') },
    });
  });
});

describe('unauthorised clients', () => {
  async function upgradeStatus(url: string, headers: Readonly<Record<string, string>>, path = '/ws'): Promise<number> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
    const [, response] = await once(socket, 'unexpected-response');
    socket.on('error', () => {});
    response.resume();
    return response.statusCode;
  }

  it('refuses clients without the token', async () => {
    const url = await start({ token: 'open sesame' });
    for (const authorization of ['', 'Bearer open', 'open sesame', 'bearer open sesame']) {
      expect(await upgradeStatus(url, { authorization })).toBe(401);
      const response = await fetch(`${url}/assay/splits`, { headers: { authorization } });
      expect(response.status).toBe(401);
    }
    const client = await connect(url, { authorization: 'Bearer open sesame' });
    expect(await client.ask('state')).toMatchObject({ type: 'state' });
  });

  it('refuses requests from web pages and to unknown paths', async () => {
    const url = await start();
    expect(await upgradeStatus(url, { origin: 'http://127.0.0.1' })).toBe(403);
    expect((await fetch(`${url}/health`, { headers: { origin: 'http://evil.example' } })).status).toBe(403);
    expect(await upgradeStatus(url, {}, '/mcp')).toBe(404);
  });
});
