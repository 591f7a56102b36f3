import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Fault } from '../fault/fault.ts';
import { hotkeyFromSeed } from '../identity/hotkey.ts';
import { verifyRequest } from '../identity/request/verify-request.ts';
import { DEFAULT_SIGNATURE_RULES } from '../identity/request.ts';
import { MemoryNonces } from '../identity/testing/memory-nonces.ts';
import { ArenaClient } from './arena-client.ts';

type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.url === '/health') response.end(JSON.stringify({ arena: 'test-arena' }));
    else answer(request, Buffer.concat(chunks), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const done = z.object({ done: z.boolean() });

describe('a client of the arena', () => {
  const hotkey = hotkeyFromSeed(randomBytes(32));

  it('the arena client signs requests, forms included, so that an arena can verify them', async () => {
    const rules = { ...DEFAULT_SIGNATURE_RULES, arena: 'test-arena', requireVersion2: true };
    const nonces = new MemoryNonces();
    const seen: unknown[] = [];
    const url = await serve(async (request, body, response) => {
      const arrived = { method: request.method!, target: request.url!, headers: request.headersDistinct, body };
      seen.push(await verifyRequest(arrived, { rules, nonces, now: Date.now() / 1000 }));
      response.end('{"done":true}');
    });
    const client = new ArenaClient({ url: `${url}/`, hotkey });
    const form = new FormData();
    form.set('agent_name', 'a b');
    form.set('file', new Blob(['print(1)']), 'agent.py');
    expect(await client.ask({ path: '/x?q=a%20b', answer: done, signed: true })).toEqual({ done: true });
    await client.ask({ method: 'POST', path: '/x', body: { a: 1 }, answer: done, signed: true });
    await client.ask({ method: 'POST', path: '/x', body: form, answer: done, signed: true });
    expect(seen).toHaveLength(3);
    for (const each of seen) expect(each).toMatchObject({ ok: true, hotkey: hotkey.address, version: 2 });
  });

  it('turns an error response into a fault with its code, message and details', async () => {
    const url = await serve((_request, _body, response) => {
      response.statusCode = 429;
      response.end('{"detail":"Wait.","error_code":"COOLDOWN_ACTIVE","remaining_seconds":5}');
    });
    const asked = new ArenaClient({ url }).ask({ method: 'POST', path: '/x', answer: done });
    await expect(asked).rejects.toMatchObject({
      code: 'COOLDOWN_ACTIVE',
      message: 'Wait.',
      extra: { remaining_seconds: 5, status: 429 },
    });
  });

  it('reads error responses of every shape, and those without a reason', async () => {
    const cases: [body: string, message: RegExp][] = [
      ['{"detail":{"code":"BANNED","message":"Hotkey is banned"}}', /banned \(BANNED\)/],
      ['{"detail":[{"loc":["body","hotkey"],"msg":"is missing","type":"x"}]}', /body\.hotkey: is missing/],
      ['<html>', /status 403 and no reason/],
    ];
    for (const [body, message] of cases) {
      const url = await serve((_request, _body, response) => response.writeHead(403).end(body));
      await expect(new ArenaClient({ url }).ask({ path: '/x', answer: done })).rejects.toMatchObject({
        code: 'ARENA_REFUSED',
        message: expect.stringMatching(message),
      });
    }
  });

  it('retries only reads when the arena fails, and sends nothing else twice', async () => {
    let calls = 0;
    const url = await serve((_request, _body, response) => {
      calls++;
      if (calls === 1) response.socket?.destroy();
      else response.end('{"done":true}');
    });
    const client = new ArenaClient({ url });
    expect(await client.ask({ path: '/x', answer: done })).toEqual({ done: true });
    calls = 0;
    await expect(client.ask({ method: 'POST', path: '/x', answer: done })).rejects.toMatchObject({
      code: 'ARENA_UNREACHABLE',
    });
    expect(calls).toBe(1);
  });

  it('sends a request above the rate limit again after the requested delay, also one that changes something', async () => {
    let calls = 0;
    const url = await serve((_request, _body, response) => {
      calls++;
      if (calls === 1) {
        response.writeHead(429, { 'retry-after': '7' });
        response.end('{"detail":"Wait.","error_code":"RATE_LIMIT_EXCEEDED","remaining_seconds":0.2}');
      } else if (calls === 2) {
        // As from a proxy before the arena.
        response.writeHead(429, { 'retry-after': '1' }).end('<html>');
      } else response.end('{"done":true}');
    });
    const waits: number[] = [];
    const onRateLimited = (_refusal: Fault, delay: number) => void waits.push(delay);
    const started = performance.now();
    const client = new ArenaClient({ url, hotkey, onRateLimited });
    expect(await client.ask({ method: 'POST', path: '/x', answer: done, signed: true })).toEqual({ done: true });
    expect(waits).toEqual([200, 1_000]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_190);
  });

  it('throws the refusal above a rate limit if the delay is long or the caller has retries of its own', async () => {
    let calls = 0;
    const url = await serve((_request, _body, response) => {
      calls++;
      response.writeHead(429, { 'retry-after': calls === 1 ? '3600' : '0' }).end('{"detail":"Slowly."}');
    });
    const refusal = { code: 'RATE_LIMIT_EXCEEDED', message: 'Slowly.' };
    const patient = new ArenaClient({ url, onRateLimited: () => {} });
    await expect(patient.ask({ path: '/x', answer: done })).rejects.toMatchObject({
      ...refusal,
      extra: { remaining_seconds: 3_600, status: 429 },
    });
    await expect(new ArenaClient({ url }).ask({ path: '/x', answer: done })).rejects.toMatchObject(refusal);
    expect(calls).toBe(2);
  });

  it('reports an unreachable arena, a timeout, and a server that is not an arena', async () => {
    const nobody = new ArenaClient({ url: 'http://127.0.0.1:1', retries: 0 });
    await expect(nobody.ask({ path: '/x', answer: done })).rejects.toMatchObject({ code: 'ARENA_UNREACHABLE' });
    const silent = await serve(() => {});
    const waiting = new ArenaClient({ url: silent, retries: 0, timeoutMilliseconds: 100 });
    await expect(waiting.ask({ path: '/x', answer: done })).rejects.toThrow(/does not answer/);
    const other = await serve((_request, _body, response) => response.end('{"hello":1}'));
    await expect(new ArenaClient({ url: other, retries: 0 }).ask({ path: '/x', answer: done })).rejects.toThrow(
      /an unexpected response/,
    );
  });
});
