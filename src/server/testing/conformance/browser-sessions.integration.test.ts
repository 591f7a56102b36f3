import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { banHotkey, unbanHotkey } from '../../../arena/operator.ts';
import { signChallenge } from '../../../identity/testing/sign-challenge.ts';
import { makeSqliteDatabase } from '../../../store/testing/every-engine.ts';
import { SampleServer } from '../sample/sample-server.ts';
import { addressOf, type Signer, walletOf } from '../sample/sample-wallets.ts';
import type { Answered } from '../sample/send-request.ts';

const PAGE = { 'x-session-cookie': '1' };

describe('the session of a browser', () => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeSqliteDatabase);
  });
  afterAll(async () => await server.close());

  async function answerOf(person: Signer) {
    const hotkey = addressOf(person);
    const { json } = await server.ask({ method: 'POST', target: '/v1/auth/challenge', body: { hotkey } });
    const { challenge } = json as { challenge: string };
    return { hotkey, challenge, signature: signChallenge(walletOf(person), challenge) };
  }

  async function signIn(person: Signer, headers: Record<string, string> = PAGE): Promise<Answered> {
    const target = '/v1/auth/browser-session';
    return await server.ask({ method: 'POST', target, body: await answerOf(person), headers });
  }

  async function cookieOf(person: Signer): Promise<string> {
    return String((await signIn(person)).headers['set-cookie']).split(';')[0]!;
  }

  const whoami = (headers: Record<string, string>) => server.ask({ target: '/v1/auth/whoami', headers });
  const callerOf = async (headers: Record<string, string>) =>
    ((await whoami(headers)).json as { caller: unknown }).caller;

  it('a browser session is a cookie that scripts cannot read and other sites cannot use, and its token is nowhere else', async () => {
    const opened = await signIn('alice');
    expect([opened.status, opened.json]).toMatchObject([200, { hotkey: addressOf('alice'), role: 'miner' }]);
    const cookie = String(opened.headers['set-cookie']);
    expect(cookie).toMatch(
      /^assay_session=ses_[0-9a-f]{64}; Max-Age=7(200|199); HttpOnly; SameSite=Strict; Path=\/v1$/,
    );
    expect(opened.text).not.toContain('ses_');
    const overTls = { 'x-session-cookie': 'secure' };
    const secure = String((await signIn('alice', overTls)).headers['set-cookie']);
    expect(secure).toMatch(/^__Host-assay_session=ses_.*; Path=\/; Secure$/);
    const token = secure.split(';')[0]!;
    expect(await callerOf({ ...overTls, cookie: token })).toMatchObject({ hotkey: addressOf('alice') });
    // A page over TLS does not accept a cookie that another host under the domain can set.
    const planted = token.replace('__Host-', '');
    expect(await callerOf({ ...overTls, cookie: planted })).toBeNull();
  });

  it('says who asks and what they may do now', async () => {
    const seen: Record<string, unknown> = {};
    for (const person of ['alice', 'holder', 'admin'] as const) {
      const caller = await callerOf({ ...PAGE, cookie: await cookieOf(person) });
      expect(caller).toMatchObject({ hotkey: addressOf(person), expires_at: expect.any(Number) });
      const { role, may } = caller as { role: string; may: string[] };
      seen[person] = [role, ...may];
    }
    expect(seen).toEqual({
      alice: ['miner', 'submit'],
      holder: ['validator', 'submit', 'validate'],
      admin: ['admin', 'operate'],
    });
    const by = { who: addressOf('admin'), reason: 'test' };
    await banHotkey(server.arena, addressOf('alice'), 'miner', by);
    expect(await callerOf({ ...PAGE, cookie: await cookieOf('alice') })).toMatchObject({ role: 'miner', may: [] });
    await unbanHotkey(server.arena, addressOf('alice'), 'miner', by);
    expect(await callerOf(PAGE)).toBeNull();
    expect((await server.ask({ as: 'outsider', by: 'version 2', target: '/v1/auth/whoami' })).json).toMatchObject({
      caller: { role: null, may: [], expires_at: null },
    });
  });

  it('a session cookie is not used without the header that other sites cannot send', async () => {
    const cookie = await cookieOf('admin');
    const body = { reason: 'from another site' };
    const act = (headers: Record<string, string>) =>
      server.ask({ method: 'POST', target: '/v1/admin/submission-pause', body, headers });
    expect((await act({ cookie })).status).toBe(401);
    expect((await act({ cookie, 'x-session-cookie': 'yes' })).status).toBe(401);
    expect(await callerOf({ cookie })).toBeNull();
    const refused = await signIn('alice', {});
    expect([refused.status, refused.headers['set-cookie']]).toEqual([400, undefined]);
    expect((await act({ ...PAGE, cookie })).status).toBe(200);
    await server.ask({ as: 'admin', method: 'POST', target: '/v1/admin/submission-resume' });
  });

  it('allows only operators to use the actions and lists of operators', async () => {
    for (const person of ['alice', 'holder'] as const) {
      const headers = { ...PAGE, cookie: await cookieOf(person) };
      for (const target of ['/v1/admin/faults', '/v1/admin/bank', '/v1/admin/stuck', '/v1/admin/validators']) {
        const refused = await server.ask({ target, headers });
        expect([refused.status, refused.json], target).toMatchObject([403, { detail: { code: 'NOT_ADMIN' } }]);
      }
      const target = '/v1/admin/races/close-qualifying';
      expect((await server.ask({ method: 'POST', target, headers })).status).toBe(403);
    }
  });

  it('a window that shows another hotkey as signed in cannot act or read with the session', async () => {
    const cookie = await cookieOf('admin');
    const asked = (hotkey: string, target: string, method: 'GET' | 'POST' = 'GET') =>
      server.ask({ method, target, headers: { ...PAGE, cookie, 'x-session-hotkey': hotkey } });
    for (const [target, method] of [
      ['/v1/admin/races/close-qualifying', 'POST'],
      ['/v1/admin/faults', 'GET'],
      ['/v1/auth/logout', 'POST'],
    ] as const) {
      const refused = await asked(addressOf('alice'), target, method);
      expect([refused.status, refused.text], target).toEqual([409, expect.stringContaining('SESSION_CHANGED')]);
    }
    expect((await asked(addressOf('admin'), '/v1/admin/faults')).status).toBe(200);
  });

  it('ends with a logout; afterwards the public view is still there and the cookie is taken back', async () => {
    const cookie = await cookieOf('alice');
    const headers = { ...PAGE, cookie };
    expect((await server.ask({ target: '/v1/miner/agents', headers })).status).toBe(200);
    const out = await server.ask({ method: 'POST', target: '/v1/auth/logout', headers });
    expect([out.status, String(out.headers['set-cookie'])]).toMatchObject([200, expect.stringMatching(/Max-Age=0/)]);
    expect((await server.ask({ target: '/v1/miner/agents', headers })).status).toBe(401);
    expect((await server.ask({ target: '/v1/public/validators', headers })).status).toBe(200);
    const after = await whoami(headers);
    expect(after.json).toEqual({ caller: null });
    expect(String(after.headers['set-cookie'])).toMatch(/^assay_session=; Max-Age=0/);
  });

  it('a session is not taken from two cookies of one name, and does not replace a bearer token', async () => {
    const [alice, admin] = [await cookieOf('alice'), await cookieOf('admin')];
    expect(await callerOf({ ...PAGE, cookie: `${alice}; ${admin}` })).toBeNull();
    const both = { ...PAGE, cookie: admin, authorization: `Bearer ${await server.tokenOf('alice')}` };
    expect(await callerOf(both)).toMatchObject({ hotkey: addressOf('alice') });
  });
});
