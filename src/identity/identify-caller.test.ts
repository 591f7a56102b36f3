import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Need } from './access/authorize.ts';
import type { Neuron } from './access/metagraph.ts';
import { DEFAULT_STANDING_RULES } from './access/standing.ts';
import type { Hotkey } from './hotkey.ts';
import { type CallerServices, identifyCaller } from './identify-caller.ts';
import { refusalBody } from './request/auth-refusal.ts';
import { DEFAULT_SIGNATURE_RULES } from './request/check-signature.ts';
import { requestTarget, signRequest } from './request/sign-request.ts';
import { newSessionToken, sessionTokenHash } from './session/session.ts';
import { MemoryNonces } from './testing/memory-nonces.ts';
import { MemorySessions } from './testing/memory-sessions.ts';
import { sampleHotkey } from './testing/sample-hotkeys.ts';

const ARENA = 'assay:test';
const validator = sampleHotkey('validator');
const miner = sampleHotkey('miner');
const banned = sampleHotkey('banned');
const stranger = sampleHotkey('stranger');
const NEURONS = new Map([
  [validator.address, { validatorPermit: true, stakeWeight: 50_000 }],
  [miner.address, { validatorPermit: false, stakeWeight: 0 }],
  [banned.address, { validatorPermit: true, stakeWeight: 50_000 }],
]);

let now: number;
let lookedUp: number;
let registeredSince: ReadonlyMap<string, Neuron>;
let gate: CallerServices;
let sessions: MemorySessions;
let server: Server;
let refreshed: number;
let base: string;

beforeEach(async () => {
  now = Date.now() / 1000;
  lookedUp = 0;
  registeredSince = new Map();
  const known = new Map(NEURONS);
  refreshed = 0;
  sessions = new MemorySessions();
  gate = {
    signatures: { ...DEFAULT_SIGNATURE_RULES, arena: ARENA },
    standing: DEFAULT_STANDING_RULES,
    nonces: new MemoryNonces(),
    sessions,
    metagraph: {
      syncedAt: now,
      find: (hotkey) => {
        lookedUp++;
        return known.get(hotkey);
      },
      refreshIfDue: async () => {
        refreshed++;
        for (const [hotkey, neuron] of registeredSince) known.set(hotkey, neuron);
      },
    },
    bans: { isBanned: async (hotkey) => hotkey === banned.address },
    collapse: false,
    now: () => now,
  };
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: target = '', headersDistinct: headers } = request;
    const need = (target.split('/')[1] ?? 'anyone').split('?')[0] as Need;
    const result = await identifyCaller({ method, target, headers, body: Buffer.concat(chunks) }, need, gate);
    response.statusCode = result.ok ? 200 : result.status;
    response.end(JSON.stringify(result.ok ? { hotkey: result.hotkey, by: result.by } : refusalBody(result)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function send(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${base}${path}`, init);
  return { status: response.status, body: await response.json() };
}

function signed(hotkey: Hotkey, path: string, body = '', version: 1 | 2 = 2): RequestInit {
  const content = { arena: ARENA, method: body === '' ? 'GET' : 'POST', body: Buffer.from(body) };
  const headers = signRequest(hotkey, { version, ...content, target: requestTarget(new URL(base + path)), now });
  return { method: content.method, headers, ...(body !== '' && { body }) };
}

async function bearer(hotkey: Hotkey, createdAt = now): Promise<RequestInit> {
  const token = newSessionToken();
  const times = { createdAt: Math.floor(createdAt), expiresAt: Math.floor(createdAt) + 7200 };
  await sessions.open({ tokenHash: sessionTokenHash(token), hotkey: hotkey.address, role: 'validator', ...times });
  return { headers: { authorization: `bearer ${token}` } };
}

const refusal = (code: string) => ({ detail: { code, message: expect.any(String) } });

describe('a caller over HTTP', () => {
  it('identifies a caller by signature, with unusual paths and bodies too', async () => {
    for (const version of [1, 2] as const) {
      for (const path of ['/registered', '/registered/ü x/%2F?q=a b&r=%7e+', "/registered/'()*!~?#part"]) {
        const body = path.length > 20 ? 'ünïcode \u0000' : '';
        const answer = await send(path, signed(miner, path, body, version));
        expect(answer).toEqual({ status: 200, body: { hotkey: miner.address, by: 'signature' } });
      }
    }
  });

  it('rejects a replayed request, here or on another arena', async () => {
    const captured = signed(validator, '/validator/claim', '{"n":1}');
    expect((await send('/validator/other', captured)).body).toEqual(refusal('INVALID_SIGNATURE'));
    expect((await send('/validator/claim', { ...captured, body: '{"n":2}' })).body).toEqual(
      refusal('INVALID_SIGNATURE'),
    );
    expect((await send('/validator/claim', { ...captured, method: 'PUT' })).body).toEqual(refusal('INVALID_SIGNATURE'));
    expect((await send('/validator/claim', captured)).status).toBe(200);
    expect(await send('/validator/claim', captured)).toEqual({ status: 401, body: refusal('NONCE_REUSED') });
  });

  it('a caller gets what its role allows', async () => {
    expect((await send('/validator', signed(validator, '/validator'))).status).toBe(200);
    const cases: [hotkey: Hotkey, path: string, status: number, code: string][] = [
      [miner, '/validator', 403, 'NOT_REGISTERED_AS_VALIDATOR'],
      [stranger, '/registered', 403, 'NOT_REGISTERED'],
      [validator, '/admin', 403, 'NOT_ADMIN'],
      [banned, '/validator', 403, 'BANNED'],
    ];
    for (const [hotkey, path, status, code] of cases) {
      expect(await send(path, signed(hotkey, path))).toEqual({ status, body: refusal(code) });
      expect(await send(path, await bearer(hotkey))).toEqual({ status, body: refusal(code) });
    }
  });

  it('a hotkey registered since the last read of the metagraph is admitted, by signature and by session', async () => {
    const late = sampleHotkey('late');
    expect((await send('/registered', signed(late, '/registered'))).body).toEqual(refusal('NOT_REGISTERED'));
    registeredSince = new Map([[late.address, { validatorPermit: false, stakeWeight: 0 }]]);
    expect((await send('/registered', signed(late, '/registered'))).status).toBe(200);
    registeredSince = new Map([[late.address, { validatorPermit: true, stakeWeight: 50_000 }]]);
    expect((await send('/validator', await bearer(late))).status).toBe(200);
  });

  it('the metagraph is not read again for a caller that is known or did not sign', async () => {
    for (const path of ['/registered', '/validator', '/anyone']) await send(path, signed(validator, path));
    await send('/admin', signed(stranger, '/admin'));
    const forged = { ...signed(sampleHotkey('forger'), '/registered').headers, 'X-Hotkey': stranger.address };
    await send('/registered', { headers: forged });
    expect(refreshed).toBe(0);
  });

  it('a forged signature gets the same answer for every hotkey, without a lookup', async () => {
    const answers: Answer[] = [];
    for (const hotkey of [validator, miner, banned, stranger]) {
      const forged = { ...signed(sampleHotkey('forger'), '/registered').headers, 'X-Hotkey': hotkey.address };
      answers.push(await send('/registered', { headers: forged }));
    }
    const same = { status: 401, body: { detail: { code: 'INVALID_SIGNATURE', message: 'Invalid signature' } } };
    expect(answers).toEqual(Array(4).fill(same));
    expect(lookedUp).toBe(0);
  });

  it('a session ends when it expires or is closed, and gives no role that its hotkey lacks', async () => {
    const session = await bearer(validator);
    expect(await send('/validator', session)).toMatchObject({ status: 200, body: { by: 'session' } });
    now += 7200;
    expect((await send('/validator', session)).body).toEqual(refusal('INVALID_SESSION'));
    const next = await bearer(validator);
    await sessions.endAll(validator.address, now);
    expect((await send('/validator', next)).body).toEqual(refusal('INVALID_SESSION'));
    // A session opened as a validator does not make its hotkey a validator.
    gate = { ...gate, metagraph: { ...gate.metagraph, syncedAt: now } };
    expect((await send('/validator', await bearer(miner, now + 5))).body).toEqual(
      refusal('NOT_REGISTERED_AS_VALIDATOR'),
    );
  });

  it('a request with an invalid token is never accepted by its signature', async () => {
    const { headers } = signed(miner, '/registered');
    for (const authorization of ['Bearer ', 'Bearer ses_0', `Bearer ${newSessionToken()}`, 'Basic eDp5']) {
      const answer = await send('/registered', { headers: { ...headers, authorization } });
      expect(answer).toEqual({ status: 401, body: refusal('INVALID_SESSION') });
    }
    expect((await send('/registered', { headers: headers! })).status).toBe(200);
  });

  it('can answer every authentication failure with the same 401 body', async () => {
    gate = { ...gate, collapse: true };
    const no = { status: 401, body: { detail: { code: 'UNAUTHORIZED', message: 'Unauthorized' } } };
    expect(await send('/registered')).toEqual(no);
    expect(await send('/registered', { headers: { authorization: 'Bearer x' } })).toEqual(no);
    expect(await send('/registered', signed(miner, '/elsewhere'))).toEqual(no);
    expect((await send('/registered', signed(stranger, '/registered'))).body).toEqual(refusal('NOT_REGISTERED'));
  });
});
