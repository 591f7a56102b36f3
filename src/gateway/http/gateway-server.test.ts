import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMPLETION, StandInProvider } from '../../inference/testing/stand-in-provider.ts';
import { closeSocket, SAMPLE_MODEL, SampleGateway } from '../testing/sample-gateway.ts';

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

function statuses(heard: string): number[] {
  return Array.from(heard.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => Number(status));
}

const CHAT = `{"model":"${SAMPLE_MODEL}","messages":[]}`;
const POST = 'POST /inference/chat/completions HTTP/1.1\r\nHost: proxy\r\n';

describe('hostile requests', () => {
  it.each([
    [
      'two lengths at once',
      `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\n\r\n`,
    ],
    ['two content lengths', `${POST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`],
    ['a negative length', `${POST}Content-Length: -1\r\n\r\n`],
    ['a NUL in a header', 'GET /health HTTP/1.1\r\nX: a\0b\r\n\r\n'],
    ['a bare line feed in a header', 'GET /health HTTP/1.1\r\nX: a\rb\r\n\r\n'],
    ['a folded length', `${POST}Content-Length:\r\n 5\r\nTransfer-Encoding : chunked\r\n\r\n`],
    ['a chunk size that is not a number', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['an unknown method', 'BREW /health HTTP/1.1\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00'],
    ['a backslash', 'GET \\health HTTP/1.1\r\n\r\n'],
  ])('rejects %s without calling the provider', async (_, bytes) => {
    await open();
    const heard = await sample.say(bytes);
    expect(statuses(heard).every((status) => status === 400 || status === 403)).toBe(true);
    expect(provider.requests).toEqual([]);
    expect(sample.calls.every(({ kind, status }) => kind === 'refused' && status >= 400)).toBe(true);
    expect(sample.calls).toHaveLength(statuses(heard).length);
    expect((await sample.ask('/health')).status).toBe(200);
  });

  it('records input that is not HTTP as a refusal without a path', async () => {
    await open();
    expect(statuses(await sample.say('hello there\r\n\r\n'))).toEqual([400]);
    expect(sample.calls).toMatchObject([{ kind: 'refused', method: '', path: '', request: null, status: 400 }]);
  });

  it('rejects a request head that is too long', async () => {
    await open();
    const many = Array.from({ length: 100_000 }, (_, index) => `x-${index}: 1\r\n`).join('');
    expect(statuses(await sample.say(`GET /health HTTP/1.1\r\n${many}\r\n`))).toEqual([431]);
    expect(statuses(await sample.say(`GET /search/find_product?q=${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`))).toEqual([
      431,
    ]);
    expect(sample.calls.map(({ status }) => status)).toEqual([431, 431]);
  });

  it('rejects CONNECT, upgrades and expectations, and closes the connection after CONNECT', async () => {
    await open();
    expect(statuses(await sample.say('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n'))).toEqual([403]);
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': 'x',
      'sec-websocket-version': '13',
    };
    expect((await sample.ask('/health', { headers: upgrade })).status).toBe(403);
    expect((await sample.ask('/health', { headers: { expect: 'miracles' } })).status).toBe(403);
    expect(sample.calls).toMatchObject([
      { method: 'CONNECT', path: 'example.org:443', status: 403, kind: 'refused' },
      { path: '/health', status: 403, kind: 'refused' },
      { path: '/health', status: 403, kind: 'refused' },
    ]);
  });

  it('answers Expect: 100-continue with 100 Continue', async () => {
    await open();
    const socket = sample.connect();
    socket.write(`${POST}Content-Length: ${CHAT.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`);
    const [invitation] = await once(socket, 'data');
    expect(statuses(String(invitation))).toEqual([100]);
    socket.write(CHAT);
    expect(statuses(String((await once(socket, 'data'))[0]))).toEqual([200]);
    socket.destroy();
  });

  it('does not decompress a request body', async () => {
    await open();
    const body = gzipSync(CHAT);
    const packed = { method: 'POST', body, headers: { 'content-encoding': 'gzip' } };
    expect((await sample.ask('/inference/chat/completions', packed)).status).toBe(415);
    const chunked = `${POST}Transfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n${body.length.toString(16)}\r\n`;
    expect(statuses(await sample.say(chunked, body, '\r\n0\r\n\r\n'))).toEqual([415]);
    const plain = { method: 'POST', body: CHAT, headers: { 'content-encoding': 'identity' } };
    expect((await sample.ask('/inference/chat/completions', plain)).status).toBe(200);
    expect(provider.requests).toHaveLength(1);
  });

  it('accepts a body of exactly the limit and no byte more, with either framing', async () => {
    await open({ limits: { bodyBytes: 1000 } });
    const padded = (length: number) => CHAT.padEnd(length, ' ');
    expect((await sample.ask('/inference/chat/completions', { method: 'POST', body: padded(1000) })).status).toBe(200);
    const over = await sample.ask('/inference/chat/completions', { method: 'POST', body: padded(1001) });
    expect(over).toMatchObject({ status: 413, body: '{"error":"The body is longer than 1000 bytes."}' });
    const chunked = { method: 'POST', body: padded(2000), headers: { 'transfer-encoding': 'chunked' } };
    expect((await sample.ask('/inference/chat/completions', chunked)).status).toBe(413);
    const endless = `${POST}Content-Length: 1000000000\r\n\r\n${' '.repeat(10_000)}`;
    expect(statuses(await sample.say(endless))).toEqual([413]);
    expect(sample.calls.map(({ status, request }) => [status, request === null])).toEqual([
      [200, false],
      [413, true],
      [413, true],
      [413, true],
    ]);
  });

  it('accepts a body of ten megabytes by default', async () => {
    await open();
    const body = JSON.stringify({ model: SAMPLE_MODEL, messages: ['x'.repeat(10 * 1024 * 1024 - 100)] });
    expect((await sample.ask('/inference/chat/completions', { method: 'POST', body })).status).toBe(200);
    expect(
      (await sample.ask('/inference/chat/completions', { method: 'POST', body: body + ' '.repeat(200) })).status,
    ).toBe(413);
  });

  it('accepts a body sent byte by byte, up to a time limit', async () => {
    await open();
    const inCrumbs = (body: string): string =>
      `${POST}Transfer-Encoding: Chunked\r\nConnection: close\r\n\r\n${Array.from(body, (byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`;
    expect(statuses(await sample.say(inCrumbs(CHAT.padEnd(5_000, ' '))))).toEqual([200]);
    expect(statuses(await sample.say(inCrumbs(CHAT.padEnd(200_000, ' '))))).toEqual([400]);
    expect(sample.calls).toMatchObject([
      { kind: 'inference', request: JSON.parse(CHAT) },
      { kind: 'refused', request: null, response: { error: 'The body has too many chunks.' } },
    ]);
  });

  it('answers requests that precede CONNECT, and none after it', async () => {
    await open();
    const heard = await sample.say('GET /health HTTP/1.1\r\n\r\nCONNECT x:1 HTTP/1.1\r\n\r\n');
    expect(statuses(heard)).toEqual([200]);
    expect(sample.calls.map(({ kind }) => kind)).toEqual(['health']);
  });

  it('limits the memory for request bodies', async () => {
    await open({ limits: { heldBytes: 3000 } });
    provider.reset({ status: 200, body: COMPLETION, afterMilliseconds: 300 });
    const large = { method: 'POST', body: CHAT.padEnd(2000, ' ') };
    const first = sample.ask('/inference/chat/completions', large);
    while (provider.requests.length === 0) await sleep(5);
    const second = await sample.ask('/inference/chat/completions', large);
    expect(second).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await first).status).toBe(200);
    expect((await sample.ask('/inference/chat/completions', large)).status).toBe(200);
  });

  it('answers pipelined requests in order, each recorded as its own call', async () => {
    await open();
    provider.reset({ status: 200, body: COMPLETION, afterMilliseconds: 100 });
    const chat = `${POST}Content-Length: ${CHAT.length}\r\n\r\n${CHAT}`;
    const heard = await sample.say(
      `${chat}GET /health HTTP/1.1\r\n\r\nGET /admin HTTP/1.1\r\n\r\nGET /health HTTP/1.1\r\nConnection: close\r\n\r\n`,
    );
    expect(statuses(heard)).toEqual([200, 200, 403, 200]);
    expect(heard.indexOf('chat.completion')).toBeLessThan(heard.indexOf('healthy'));
    expect(sample.calls.map(({ kind }) => kind)).toHaveLength(4);
    expect(sample.calls.at(-1)!.kind).toBe('inference');
  });

  it('answers the request that precedes malformed input, and nothing after it', async () => {
    await open();
    provider.reset({ status: 200, body: COMPLETION, afterMilliseconds: 100 });
    const heard = await sample.say(
      `${POST}Content-Length: ${CHAT.length}\r\n\r\n${CHAT}NONSENSE\r\n\r\n`,
      'MORE\r\n\r\n',
    );
    expect(statuses(heard)).toEqual([200]);
    expect(sample.calls).toMatchObject([{ kind: 'inference', status: 200 }]);
  });

  it('limits waiting requests over all connections', async () => {
    await open({ limits: { inFlight: 4, burst: 100 } });
    provider.reset(...Array.from({ length: 4 }, () => ({ status: 200, body: COMPLETION, afterMilliseconds: 200 })));
    const chat = `${POST}Content-Length: ${CHAT.length}\r\n\r\n${CHAT}`;
    const heard = await sample.say(chat.repeat(20), 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(statuses(heard)).toEqual([200, 200, 200, 200, ...Array.from({ length: 17 }, () => 429)]);
    expect(provider.requests).toHaveLength(4);
    expect((await sample.ask('/health')).status).toBe(200);
  });

  it('counts an answer as in flight until it is read, and drops it when its reader disconnects', async () => {
    const body = JSON.stringify({ choices: [{ message: { content: 'x'.repeat(3_000_000) } }] });
    await open({ limits: { inFlight: 2, burst: 100 } });
    provider.reset({ status: 200, body }, { status: 200, body });
    const lazy = sample.connect();
    lazy.pause();
    lazy.write(`${POST}Content-Length: ${CHAT.length}\r\n\r\n${CHAT}`.repeat(2));
    while (sample.recorded < 2) await sleep(10);
    expect((await sample.ask('/health')).status).toBe(429);
    lazy.destroy();
    while ((await sample.ask('/health')).status !== 200) await sleep(10);
  });

  it('disconnects clients that send a request too slowly', async () => {
    await open({ limits: { headerMilliseconds: 200, requestMilliseconds: 400, idleMilliseconds: 200 } });
    const silent = sample.connect();
    const lorises = [sample.connect(), sample.connect()];
    lorises[0]!.write('GET /health HTTP/1.1\r\nX:');
    lorises[1]!.write(`${POST}Content-Length: 100\r\n\r\n{`);
    const drip = setInterval(() => {
      for (const loris of lorises) loris.write(' ');
    }, 50);
    await Promise.all([...lorises, silent].map((socket) => closeSocket(socket)));
    clearInterval(drip);
    expect(sample.calls).toEqual([]);
    expect((await sample.ask('/health')).status).toBe(200);
  });

  it('limits the number of connections', async () => {
    await open({ limits: { connections: 8 } });
    const sockets = Array.from({ length: 200 }, () => sample.connect().resume());
    const closed = new Set<unknown>();
    for (const socket of sockets) socket.on('close', () => closed.add(socket));
    while (closed.size < 192) await sleep(10);
    const [served] = sockets.filter((socket) => !closed.has(socket));
    served!.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String(await once(served!, 'data'))).toMatch(/^HTTP\/1\.1 200/);
    expect(closed.size).toBe(192);
    for (const socket of sockets) socket.destroy();
    // The gateway learns of each end in its own time.
    const isServed = async () => (await sample.ask('/health').catch(() => undefined))?.status === 200;
    while (!(await isServed())) await sleep(10);
  });

  it('disconnects an agent for good after too many connections without a request', async () => {
    await open({ limits: { visits: 300, connections: 4 } });
    const attempts = Array.from({ length: 400 }, () => closeSocket(sample.connect()));
    await Promise.all(attempts);
    expect(sample.gateway.faults).toMatchObject([{ code: 'AGENT_CALLED_TOO_MUCH', owner: 'agent', sequence: null }]);
    await expect(sample.ask('/health')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('completes a call when the agent disconnects during it', async () => {
    await open();
    provider.reset({ status: 200, body: COMPLETION, afterMilliseconds: 200 });
    const socket = sample.connect();
    socket.write(`${POST}Content-Length: ${CHAT.length}\r\n\r\n${CHAT}`);
    while (provider.requests.length === 0) await sleep(5);
    socket.destroy();
    while (sample.calls.length === 0) await sleep(10);
    expect(sample.calls).toMatchObject([{ kind: 'inference', status: 200, price_microdollars: 420 }]);
  });

  it('drops a request that was never completed', async () => {
    await open();
    const socket = sample.connect();
    socket.end(`${POST}Content-Length: 100\r\n\r\n{"half":`);
    await closeSocket(socket);
    expect(sample.calls).toEqual([]);
    expect((await sample.ask('/health')).status).toBe(200);
  });

  it('survives any bytes from a client', async () => {
    await open({ limits: { refusals: 100_000 } });
    const bytes = Buffer.alloc(64 * 1024);
    for (let round = 0; round < 40; round++) {
      for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 31 + round * 17 + ((at * at) >> 3)) & 0xff;
      const socket = sample.connect();
      socket.end(round % 2 === 0 ? bytes : Buffer.concat([Buffer.from(`${POST}Content-Length: 900\r\n\r\n`), bytes]));
      await closeSocket(socket);
    }
    expect((await sample.ask('/health')).status).toBe(200);
    expect(provider.requests).toEqual([]);
    expect(sample.gateway.faults).toEqual([]);
  });
});
