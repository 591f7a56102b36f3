import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { scaled } from '../../testing/scaled.ts';
import { lampEnvironment, SECRET, SOLVING } from '../testing/lamp-environment.ts';
import { ServedEnvironment } from '../testing/served-environment.ts';
import type { EnvironmentServerOptions } from './create-environment-server.ts';

/** Everything that servers sent in a test. */
let sent = '';

// Hooks run in reverse order, so this one sees what servers sent until they were closed.
afterEach(() => {
  expect(sent).not.toContain(SECRET);
  sent = '';
});

const served = new ServedEnvironment();
const start = (changed?: Partial<EnvironmentServerOptions>): Promise<string> => served.start(changed);

interface Answer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
}

async function ask(url: string, path: string, sid?: string, body?: unknown, method = 'POST'): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(sid !== undefined && { 'x-session-id': sid }),
      // The client names this type in requests without a body.
      'content-type': body === undefined ? 'application/octet-stream' : 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  sent += text;
  return { status: response.status, text, json: text.startsWith('event:') ? {} : JSON.parse(text) };
}

async function read(url: string, path: string, sid?: string): Promise<Answer> {
  return await ask(url, path, sid, undefined, 'GET');
}

async function open(url: string, body: unknown = {}): Promise<string> {
  const { status, text } = await ask(url, '/create_session', undefined, body);
  expect(status).toBe(200);
  return /^event: task_id\ndata: (.+)\n\nevent: end\ndata: \n\n$/.exec(text)![1]!;
}

async function begin(url: string, task: object = { split: 'train', index: 0 }): Promise<string> {
  const sid = await open(url);
  expect(await ask(url, '/create', sid, task)).toMatchObject({ status: 200, json: { sid } });
  return sid;
}

interface Called {
  readonly taskId: string;
  readonly ended: string;
  readonly result: Readonly<Record<string, unknown>>;
}

function readCall(text: string): Called {
  const events = text
    .trimEnd()
    .split('\n\n')
    .map((part) => part.split('\n').map((line) => line.slice(line.indexOf(': ') + 2)));
  const data = events.slice(1).map((event) => event[1]);
  const ended = events.at(-1)![0]!;
  return { taskId: events[0]![1]!, ended, result: ended === 'end' ? JSON.parse(data.join('')) : { error: data[0] } };
}

const SEARCH = { name: 'find_product', input: { q: 'kavari desk lamp' } };
const SOLVING_CALLS = SOLVING.flatMap(({ tool_calls }) => tool_calls).map(({ function: called }) => ({
  name: called.name,
  input: JSON.parse(called.arguments) as object,
}));

async function health(url: string): Promise<unknown> {
  return (await read(url, '/health')).json;
}

describe('sessions of the Open Reward Standard', () => {
  it('a session plays an episode and returns step and outcome rewards', async () => {
    const url = await start();
    const { tasks } = (await ask(url, '/tasks', undefined, { split: 'train' })).json;
    const sid = await begin(url, { task_spec: (tasks as readonly object[])[3], env_name: 'assay' });
    const [block] = (await read(url, '/prompt', sid)).json as unknown as [{ readonly text: string }];
    expect(block.text).toContain('lamp');
    expect((await read(url, '/assay/task_tools', sid)).text).toBe((await read(url, '/tools')).text);
    const outputs = [];
    for (const call of SOLVING_CALLS) outputs.push(readCall((await ask(url, '/call', sid, call)).text).result);
    expect(outputs.map(({ output }) => output)).toMatchObject([
      { reward: 0.075, finished: false, metadata: { turn: 1 }, blocks: [{ type: 'text' }] },
      { reward: 0, finished: false },
      { reward: 0.075, finished: false },
      { reward: 1.075, finished: true, metadata: { outcome: 1, ending: 'terminated' } },
    ]);
    const after = readCall((await ask(url, '/call', sid, SEARCH)).text);
    expect(after).toMatchObject({ ended: 'end', result: { ok: false, reason: 'episode_finished' } });
    for (const path of ['/delete', '/delete', '/delete_session', '/delete_session', '/delete'])
      expect((await ask(url, path, sid)).status, path).toBe(200);
    expect(await ask(url, '/ping', sid)).toMatchObject({ status: 410, json: { error_code: 'SESSION_ENDED' } });
  });

  it('a session begins another episode after it has deleted one', async () => {
    const url = await start();
    const sid = await begin(url);
    await ask(url, '/call', sid, SEARCH);
    await ask(url, '/delete', sid);
    expect(await ask(url, '/call', sid, SEARCH)).toMatchObject({ status: 400 });
    expect((await ask(url, '/create', sid, { split: 'eval', index: 1 })).status).toBe(200);
    const { result } = readCall((await ask(url, '/call', sid, SEARCH)).text);
    expect(result).toMatchObject({ output: { metadata: { turn: 1 } } });
  });

  it('makes every session id itself and accepts no other', async () => {
    const url = await start();
    const ids = await Promise.all(Array.from({ length: 20 }, () => open(url)));
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
    const mine = '00000000-0000-4000-8000-000000000000';
    expect(await open(url, { task_id: mine })).not.toBe(mine);
    expect(await open(url, { task_id: ids[0] })).toBe(ids[0]);
    expect((await ask(url, '/create', mine, { split: 'train', index: 0 })).status).toBe(410);
    for (const path of ['/prompt', '/messages', '/task_tools']) {
      expect((await read(url, path, mine)).status, path).toBe(410);
      expect((await read(url, path)).status, path).toBe(400);
      expect((await read(url, path, 'x'.repeat(101))).status, path).toBe(400);
      expect((await read(url, path, ids[0])).status, path).toBe(400);
    }
    expect((await ask(url, '/call', mine, SEARCH)).status).toBe(410);
  });

  it('returns the result of a call again after a lost connection, but to no other session', async () => {
    const url = await start();
    const [sid, other] = [await begin(url), await begin(url)];
    const first = readCall((await ask(url, '/call', sid, SEARCH)).text);
    const again = readCall((await ask(url, '/call', sid, { ...SEARCH, task_id: first.taskId })).text);
    expect(again).toEqual(first);
    const next = readCall((await ask(url, '/call', sid, SEARCH)).text);
    expect(next.result).toMatchObject({ output: { metadata: { turn: 2 } } });
    expect(await ask(url, '/call', other, { ...SEARCH, task_id: first.taskId })).toMatchObject({
      status: 400,
      json: { error_code: 'INPUT_INVALID' },
    });
  });

  it('runs calls of one session one after another, and at most eight wait', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const search = {
      find: async (query: Parameters<typeof served.market.search.find>[0]) => {
        await released;
        return await served.market.search.find(query);
      },
      products: async (ids: readonly string[]) => await served.market.search.products(ids),
      close: async () => {},
    };
    const url = await start({ environment: lampEnvironment(served.market.search, { search, maxTurns: 20 }) });
    const sid = await begin(url);
    const calls = Array.from({ length: 9 }, (_, place) =>
      ask(url, '/call', sid, { name: 'find_product', input: { q: `lamp ${place}` } }),
    );
    const [refused] = await Promise.all([Promise.race(calls)]);
    expect(refused).toMatchObject({ status: 429, json: { error_code: 'RATE_LIMIT_EXCEEDED' } });
    release();
    const turns = (await Promise.all(calls))
      .filter(({ status }) => status === 200)
      .map(({ text }) => (readCall(text).result.output as { metadata: { turn: number } }).metadata.turn);
    expect(turns.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('a call that waits while its episode is deleted does not run', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const search = {
      find: async () => {
        await released;
        return [];
      },
      products: async () => [],
      close: async () => {},
    };
    const url = await start({ environment: lampEnvironment(served.market.search, { search }) });
    const sid = await begin(url);
    const calls = [ask(url, '/call', sid, SEARCH), ask(url, '/call', sid, SEARCH)];
    await expect.poll(async () => (await ask(url, '/delete', sid)).status).toBe(200);
    expect((await ask(url, '/create', sid, { split: 'train', index: 1 })).status).toBe(200);
    release();
    const ends = (await Promise.all(calls)).map(({ text, status }) => (status === 200 ? readCall(text).ended : status));
    expect(ends).toContain('error');
    const { result } = readCall((await ask(url, '/call', sid, SEARCH)).text);
    expect(result).toMatchObject({ output: { metadata: { turn: 1 } } });
  });

  it('sessions of both protocols count towards one limit', async () => {
    const url = await start({ maxSessions: 2 });
    const sid = await begin(url);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    await once(socket, 'open');
    expect(await health(url)).toMatchObject({ sessions: 2 });
    expect(await ask(url, '/create_session', undefined, {})).toMatchObject({
      status: 429,
      json: { detail: 'The server has 2 sessions, its maximum. Try again later.' },
    });
    const refused = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    expect(String((await once(refused, 'message'))[0])).toContain('CAPACITY_REACHED');
    await ask(url, '/delete_session', sid);
    expect(await open(url)).not.toBe(sid);
    const closed = once(socket, 'close');
    socket.close();
    await closed;
  });

  it('a session without requests expires, and pings keep it open', async () => {
    const url = await start({ idleMilliseconds: 300 });
    const [idle, pinged] = [await begin(url), await begin(url)];
    await expect
      .poll(
        async () => {
          expect((await ask(url, '/ping', pinged)).status).toBe(200);
          return (await health(url)) as object;
        },
        { interval: 20, timeout: scaled(10_000) },
      )
      .toMatchObject({ sessions: 1 });
    expect((await read(url, '/prompt', idle)).status).toBe(410);
    expect((await read(url, '/prompt', pinged)).status).toBe(200);
  });

  it.each([
    ['/create', {}],
    ['/create', { split: 'train' }],
    ['/create', { split: 'train', index: -1 }],
    ['/create', { split: 'train', index: 99 }],
    ['/create', { split: 'test', index: 0 }],
    ['/create', { split: 'train', index: 0, task_spec: { split: 'train', problem_id: 'a' } }],
    ['/create', { split: 'train', index: 0, env_name: 'chess' }],
    ['/create', { split: 'train', index: 0, toolset_name: 'codex' }],
    ['/create', { task_spec: { problem_id: 'a' } }],
    ['/create', { task_spec: { split: 'eval', problem_id: 'a' } }],
    ['/create', []],
    ['/create_session', { env: { OPENAI_API_KEY: 'x' } }],
    ['/create_session', { task_id: 7 }],
    ['/tasks', { split: 'test' }],
    ['/task_range', { split: 'train', start: 'x' }],
  ])('rejects an invalid request to %s: %j', async (path, body) => {
    const url = await start();
    expect(await ask(url, path, await open(url), body)).toMatchObject({
      status: 400,
      json: { error_code: 'INPUT_INVALID', detail: expect.any(String) },
    });
  });

  it.each([[{}], [{ name: 'find_product' }], [{ name: 'find_product', input: [] }], [{ name: 7, input: {} }], [null]])(
    'rejects the call %j without a step',
    async (call) => {
      const url = await start();
      const sid = await begin(url);
      expect((await ask(url, '/call', sid, call)).status).toBe(400);
      const { result } = readCall((await ask(url, '/call', sid, SEARCH)).text);
      expect(result).toMatchObject({ output: { metadata: { turn: 1 } } });
    },
  );

  it('a session begins only one episode at a time', async () => {
    const url = await start();
    const sid = await begin(url);
    expect(await ask(url, '/create', sid, { split: 'train', index: 1 })).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('has an episode already') },
    });
  });

  it('rejects bodies that are not JSON', async () => {
    const url = await start();
    const headers = { 'content-type': 'application/octet-stream' };
    const response = await fetch(`${url}/create_session`, { method: 'POST', headers, body: 'x' });
    expect(response.status).toBe(400);
  });

  it('accepts the token as a key, and the tools token opens no session', async () => {
    const url = await start({ token: 'open sesame', toolsToken: 'a peek' });
    const status = async (path: string, method: string, key: string) =>
      (await fetch(`${url}${path}`, { method, headers: { 'x-api-key': key } })).status;
    expect(await status('/create_session', 'POST', 'open sesame')).toBe(200);
    expect(await status('/assay/market_tools', 'GET', 'a peek')).toBe(200);
    for (const [path, method] of [
      ['/create_session', 'POST'],
      ['/tools', 'GET'],
      ['/call', 'POST'],
      ['/ws', 'GET'],
    ] as const)
      for (const key of ['a peek', 'open', '', 'undefined'])
        expect(await status(path, method, key), `${path} ${key}`).toBe(401);
  });
});
