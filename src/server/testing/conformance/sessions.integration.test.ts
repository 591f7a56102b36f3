import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { banHotkey, unbanHotkey } from '../../../arena/operator.ts';
import { MetagraphCache } from '../../../chain/metagraph-cache.ts';
import type { Metagraph } from '../../../identity/access.ts';
import { sessionTokenHash } from '../../../identity/session.ts';
import { sampleHotkey } from '../../../identity/testing/sample-hotkeys.ts';
import { signChallenge } from '../../../identity/testing/sign-challenge.ts';
import { signatureText, wrapForWallet } from '../../../identity/text-signature.ts';
import { onBothEngines } from '../../../store/testing/every-engine.ts';
import { SampleServer } from '../sample/sample-server.ts';
import { addressOf, type Signer, walletOf } from '../sample/sample-wallets.ts';
import type { Answered } from '../sample/send-request.ts';

const AGENTS = '/v1/miner/agents';

function detailOf({ json }: Answered): unknown {
  return (json as { detail?: unknown } | undefined)?.detail;
}

function codeOf(answer: Answered): unknown {
  return (detailOf(answer) as { code?: string } | undefined)?.code;
}

onBothEngines('sessions', (makeDatabase) => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeDatabase);
  });
  afterAll(async () => await server.close());

  async function post(target: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    return await server.ask({ method: 'POST', target, body, headers });
  }

  async function challengeFor(person: Signer): Promise<string> {
    const asked = await post('/v1/auth/challenge', { hotkey: addressOf(person) });
    expect(asked.status).toBe(200);
    return (asked.json as { challenge: string }).challenge;
  }

  function answerOf(person: Signer, challenge: string) {
    return { hotkey: addressOf(person), challenge, signature: signChallenge(walletOf(person), challenge) };
  }

  async function read(authorization: string, more: Record<string, string> = {}): Promise<Answered> {
    return await server.ask({ target: AGENTS, headers: { authorization, ...more } });
  }

  it('a session begins with a challenge that lasts a minute, for any caller', async () => {
    const before = Math.floor(Date.now() / 1_000);
    for (const person of ['alice', 'outsider'] as const) {
      const { json } = await post('/v1/auth/challenge', { hotkey: addressOf(person) });
      const { challenge, expires_at } = json as { challenge: string; expires_at: number };
      expect(challenge).toMatch(/^bittensor-auth:\d+:[0-9a-f]{32}$/);
      expect(expires_at - before).toBeGreaterThanOrEqual(60);
      expect(expires_at - before).toBeLessThanOrEqual(62);
    }
    const refused = await post('/v1/auth/challenge', { hotkey: 'nonsense' });
    expect([refused.status, codeOf(refused)]).toEqual([400, 'INVALID_HOTKEY_FORMAT']);
  });

  it.each([
    ['alice', 'miner'],
    ['poor', 'miner'],
    ['holder', 'validator'],
    ['admin', 'admin'],
  ] as const)('a session of %s has the role %s', async (person, role) => {
    const opened = await post('/v1/auth/session', answerOf(person, await challengeFor(person)));
    const { session_token, expires_at } = opened.json as { session_token: string; expires_at: number };
    expect(opened.json).toMatchObject({ role });
    expect(session_token).toMatch(/^ses_[0-9a-f]{64}$/);
    expect(expires_at - Math.floor(Date.now() / 1_000)).toBeGreaterThan(7_190);
  });

  it('a challenge opens one session, however many concurrent answers', async () => {
    const answer = answerOf('alice', await challengeFor('alice'));
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/v1/auth/session', answer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(detailOf))).toEqual(new Set(['Invalid or expired challenge']));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
  });

  it('a session does not open for another hotkey, another text, another signature or a stranger', async () => {
    const [mine, other, changed, forged] = await Promise.all([1, 2, 3, 4].map(() => challengeFor('alice')));
    const refusals = [
      ['Hotkey mismatch', answerOf('bob', mine!)],
      [
        'Invalid or expired challenge',
        answerOf(
          'alice',
          other!.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
        ),
      ],
      [
        'Challenge mismatch',
        answerOf(
          'alice',
          changed!.replace(/:(\d+):/, (_, at: string) => `:${Number(at) + 1}:`),
        ),
      ],
      ['Invalid signature', { ...answerOf('alice', forged!), signature: answerOf('bob', forged!).signature }],
      ['Not registered on subnet', answerOf('outsider', await challengeFor('outsider'))],
      ['Invalid or expired challenge', { hotkey: addressOf('alice'), challenge: 'anything', signature: 'x' }],
    ] as const;
    for (const [detail, answer] of refusals) {
      const refused = await post('/v1/auth/session', answer);
      expect([refused.status, refused.json]).toEqual([401, { detail }]);
    }
    // A challenge is used up, whatever the error was.
    expect(detailOf(await post('/v1/auth/session', answerOf('alice', forged!)))).toBe('Invalid or expired challenge');
  });

  it('a session opens with a signature of a browser wallet', async () => {
    const challenge = await challengeFor('alice');
    const signature = signatureText(walletOf('alice').sign(wrapForWallet(Buffer.from(challenge))));
    const opened = await post('/v1/auth/session', { hotkey: addressOf('alice'), challenge, signature });
    expect(opened.status).toBe(200);
  });

  it('a session does not open for a hotkey banned from both roles', async () => {
    const act = { who: addressOf('admin'), reason: 'sold the answers' };
    for (const role of ['miner', 'validator'] as const) await banHotkey(server.arena, addressOf('banned'), role, act);
    const refused = await post('/v1/auth/session', answerOf('banned', await challengeFor('banned')));
    expect([refused.status, refused.json]).toEqual([403, { detail: 'Hotkey is banned' }]);
  });

  it('a session is refused on routes its hotkey is banned from, until the ban is lifted', async () => {
    const bearer = `Bearer ${await server.openSession('bob')}`;
    const act = { who: addressOf('admin'), reason: 'by mistake' };
    expect((await read(bearer)).status).toBe(200);
    await banHotkey(server.arena, addressOf('bob'), 'miner', act);
    const refused = await read(bearer);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'BANNED']);
    expect(refused.text).toContain('banned');
    await unbanHotkey(server.arena, addressOf('bob'), 'miner', act);
    expect((await read(bearer)).status).toBe(200);
  });

  it('a session token is accepted with its scheme in any case', async () => {
    const token = await server.tokenOf('alice');
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      expect((await read(`${scheme} ${token}`)).status, scheme).toBe(200);
    }
  });

  it('an invalid session token is rejected although the request is signed', async () => {
    const token = await server.tokenOf('alice');
    const strange = [
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${token}0`,
      `Bearer ${token.toUpperCase()}`,
      `Bearer ses_${'0'.repeat(64)}`,
      `Bearer ${token} ${token}`,
      `Basic ${token}`,
      token,
    ];
    for (const authorization of strange) {
      const sent = await server.prepare({ as: 'alice', by: 'version 2', target: AGENTS });
      const refused = await read(authorization, sent.headers as Record<string, string>);
      expect([refused.status, codeOf(refused)], authorization).toEqual([401, 'INVALID_SESSION']);
    }
    const repeated = await server.ask({
      target: AGENTS,
      headers: ['authorization', token, 'authorization', token] as never,
    });
    expect(repeated.status).toBe(401);
  });

  it('a logout ends that session only', async () => {
    const [first, second] = [await server.openSession('alice'), await server.openSession('alice')];
    const out = await post('/v1/auth/logout', undefined, { authorization: `Bearer ${first}` });
    expect([out.status, out.json]).toEqual([200, { success: true }]);
    expect(codeOf(await read(`Bearer ${first}`))).toBe('INVALID_SESSION');
    expect(codeOf(await read(`Bearer ${first}`, {}))).toBe('INVALID_SESSION');
    expect((await post('/v1/auth/logout', undefined, { authorization: `Bearer ${first}` })).status).toBe(401);
    expect((await read(`Bearer ${second}`)).status).toBe(200);
    expect((await post('/v1/auth/logout')).status).toBe(401);
  });

  it('revoking ends all sessions at once, those of the same second included', async () => {
    const { sessions } = server.started.services.identity;
    const tokens = [await server.openSession('poor'), await server.openSession('poor')];
    await sessions.endAll(addressOf('poor'), Date.now() / 1_000);
    for (const token of tokens) expect(codeOf(await read(`Bearer ${token}`))).toBe('INVALID_SESSION');
  });

  it('a session ends after two hours', async () => {
    const { sessions } = server.started.services.identity;
    const now = Math.floor(Date.now() / 1_000);
    const token = (digit: string): string => `ses_${digit.repeat(64)}`;
    const open = { hotkey: addressOf('alice'), role: 'miner', createdAt: now - 7_200 } as const;
    await sessions.open({ ...open, tokenHash: sessionTokenHash(token('a')), expiresAt: now - 1 });
    await sessions.open({ ...open, tokenHash: sessionTokenHash(token('b')), expiresAt: now + 60 });
    expect(codeOf(await read(`Bearer ${token('a')}`))).toBe('INVALID_SESSION');
    expect((await read(`Bearer ${token('b')}`)).status).toBe(200);
  });

  it('a session has the current role of its hotkey', async () => {
    const { chain, refreshMetagraph } = server.started.services;
    const bearer = `Bearer ${await server.openSession('idle')}`;
    const salt = async () =>
      await server.ask({ target: '/v1/validator/weight-salt', headers: { authorization: bearer } });
    expect((await salt()).status).toBe(200);
    await chain!.setStake(addressOf('idle'), 1n);
    await refreshMetagraph();
    expect(codeOf(await salt())).toBe('NOT_REGISTERED_AS_VALIDATOR');
    await chain!.setStake(addressOf('idle'), 60_000_000_000_000n);
    await refreshMetagraph();
    expect((await salt()).status).toBe(200);
  });

  it('a hotkey that another process of the arena registered can open a session here at once', async () => {
    const { services } = server.started;
    const hotkey = sampleHotkey('newcomer');
    const metagraph = new MetagraphCache(services.chain!, { leastSeconds: 0 });
    await metagraph.refresh();
    const other = await server.openAnother({ identity: { ...services.identity, metagraph } });
    try {
      const signIn = async () => {
        const sent = { method: 'POST', body: { hotkey: hotkey.address } } as const;
        const { json } = await other.ask({ ...sent, target: '/v1/auth/challenge' });
        const { challenge } = json as { challenge: string };
        const body = { ...sent.body, challenge, signature: signChallenge(hotkey, challenge) };
        return await other.ask({ method: 'POST', target: '/v1/auth/session', body });
      };
      expect(detailOf(await signIn())).toBe('Not registered on subnet');
      const registration = { method: 'POST', target: '/v1/chain/register', body: { hotkey: hotkey.address } };
      expect((await server.ask({ as: 'admin', ...registration })).status).toBe(200);
      expect((await signIn()).json).toMatchObject({ role: 'miner' });
    } finally {
      await other.close();
    }
  });

  describe('stale metagraph', () => {
    it('a stale metagraph decides nothing but who is an admin', async () => {
      const { services } = server.started;
      const old: Metagraph = {
        syncedAt: Date.now() / 1_000 - 1_300,
        find: (hotkey) => services.identity.metagraph.find(hotkey),
        refreshIfDue: async () => {},
      };
      const stale = await server.openAnother({ identity: { ...services.identity, metagraph: old } });
      try {
        for (const target of [AGENTS, '/v1/validator/weight-salt']) {
          const refused = await stale.ask({ as: 'holder', target });
          expect([refused.status, codeOf(refused)], target).toEqual([503, 'METAGRAPH_STALE']);
        }
        expect((await stale.ask({ as: 'admin', target: '/v1/admin/miners' })).status).toBe(200);
        expect((await stale.ask({ as: 'alice', target: '/v1/public/validators' })).status).toBe(200);
      } finally {
        await stale.close();
      }
    });
  });
});
