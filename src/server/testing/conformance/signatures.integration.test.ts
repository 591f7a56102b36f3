import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { banHotkey } from '../../../arena/operator.ts';
import { signRequest } from '../../../identity/request.ts';
import { wrapForWallet } from '../../../identity/text-signature.ts';
import { onEveryEngine } from '../../../store/testing/every-engine.ts';
import { SampleServer } from '../sample/sample-server.ts';
import { addressOf, type Signer, walletOf } from '../sample/sample-wallets.ts';
import type { Answered, Sent } from '../sample/send-request.ts';

type Headers = Record<string, string | string[]>;

const AGENTS = '/v1/miner/agents';
const seconds = (): number => Math.floor(Date.now() / 1_000);

function codeOf({ json }: Answered): unknown {
  return (json as { detail?: { code?: string } } | undefined)?.detail?.code;
}

function signed(person: Signer, { at = seconds(), nonce = randomUUID() as string } = {}): Headers {
  return signRequest(walletOf(person), { version: 1, now: at, nonce });
}

onEveryEngine('signed requests', (makeDatabase) => {
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeDatabase);
    const act = { who: addressOf('admin'), reason: 'sold the answers' };
    await banHotkey(server.arena, addressOf('banned'), 'miner', act);
    await banHotkey(server.arena, addressOf('barred'), 'validator', act);
  });
  afterAll(async () => await server.close());

  async function send(headers: Headers, target = AGENTS, rest: Omit<Sent, 'target' | 'headers'> = {}) {
    return await server.ask({
      target,
      headers,
      ...rest,
      ...(rest.body !== undefined && { body: Buffer.from(rest.body) }),
    });
  }

  /** Each fault takes precedence over the faults after it. */
  const FAULTS: readonly [code: string, status: number, spoil: (headers: Headers) => Headers][] = [
    ['MISSING_HEADERS', 401, ({ 'X-Nonce': _, ...rest }) => rest],
    ['SIGNATURE_VERSION_UNSUPPORTED', 400, (headers) => ({ ...headers, 'X-Signature-Version': '3' })],
    ['INVALID_HOTKEY_FORMAT', 400, (headers) => ({ ...headers, 'X-Hotkey': `${headers['X-Hotkey']}x` })],
    ['INVALID_TIMESTAMP', 400, (headers) => ({ ...headers, 'X-Timestamp': 'noon' })],
    ['TIMESTAMP_SKEW', 401, (headers) => ({ ...headers, 'X-Timestamp': `${seconds() - 120}` })],
    ['NONCE_TOO_LONG', 400, (headers) => ({ ...headers, 'X-Nonce': 'n'.repeat(257) })],
    ['NONCE_INVALID_CHARS', 400, (headers) => ({ ...headers, 'X-Nonce': 'a:b' })],
    ['INVALID_SIGNATURE', 401, (headers) => ({ ...headers, 'X-Signature': `0x${'00'.repeat(64)}` })],
  ];

  it.each(FAULTS.map(([code, status], index) => ({ code, status, index })))(
    'signed requests are rejected with $code, whatever later check also fails',
    async ({ code, status, index }) => {
      const alone = await send(FAULTS[index]![2](signed('alice')));
      expect([alone.status, codeOf(alone)]).toEqual([status, code]);
      // From the last to the first, so that of two faults in the same header the earlier one wins.
      const all = FAULTS.slice(index).reduceRight((headers, [, , spoil]) => spoil(headers), signed('banned'));
      expect(codeOf(await send(all))).toBe(code);
    },
  );

  it.each(['X-Hotkey', 'X-Timestamp', 'X-Nonce', 'X-Signature'])(
    'signed requests need %s, once and not empty',
    async (name) => {
      const headers = signed('alice');
      const { [name]: value, ...rest } = headers;
      for (const without of [rest, { ...rest, [name]: '' }, { ...rest, [name]: [`${value}`, `${value}`] }]) {
        const refused = await send(without as Headers);
        expect([refused.status, codeOf(refused)]).toEqual([401, 'MISSING_HEADERS']);
        expect(refused.text).toContain(name);
      }
    },
  );

  it('signed requests may be a minute off to either side, and no more', async () => {
    for (const off of [-59, 59]) {
      expect((await send(signed('alice', { at: seconds() + off }))).status, `${off}`).toBe(200);
    }
    for (const off of [-63, 63, 1e9]) {
      expect(codeOf(await send(signed('alice', { at: seconds() + off }))), `${off}`).toBe('TIMESTAMP_SKEW');
    }
    for (const stamp of ['1e9', '12.5', ' 1', '0x10', '9'.repeat(30), '１']) {
      const refused = await send({ ...signed('alice'), 'X-Timestamp': Buffer.from(stamp).toString('latin1') });
      expect([400, 401], stamp).toContain(refused.status);
    }
  });

  it('signed requests are accepted once, however often and concurrently they are sent', async () => {
    const headers = signed('alice');
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(headers)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(['NONCE_REUSED']));
    expect(codeOf(await send(headers, '/v1/miner/inference-auth'))).toBe('NONCE_REUSED');
  });

  it('only a valid signature uses up a nonce', async () => {
    const nonce = randomUUID();
    const mine = signed('alice', { nonce });
    const forged = { ...mine, 'X-Signature': `${signed('bob', { nonce })['X-Signature']}` };
    for (let count = 0; count < 3; count++) expect(codeOf(await send(forged))).toBe('INVALID_SIGNATURE');
    expect((await send(signed('bob', { nonce }))).status).toBe(200);
    expect((await send(mine)).status).toBe(200);
    expect(codeOf(await send(mine))).toBe('NONCE_REUSED');
  });

  it('a request rejected for its timestamp does not use up its nonce', async () => {
    const nonce = randomUUID();
    const stale = signed('alice', { nonce, at: seconds() - 600 });
    expect(codeOf(await send(stale))).toBe('TIMESTAMP_SKEW');
    expect((await send(signed('alice', { nonce }))).status).toBe(200);
  });

  it('signatures are accepted with or without 0x, plain or wrapped by a browser wallet', async () => {
    const bare = signed('alice');
    expect((await send({ ...bare, 'X-Signature': `${bare['X-Signature']}`.slice(2) })).status).toBe(200);
    const headers = signed('alice');
    const message = Buffer.from(`${headers['X-Hotkey']}:${headers['X-Timestamp']}:${headers['X-Nonce']}`);
    const wrapped = Buffer.from(walletOf('alice').sign(wrapForWallet(message))).toString('hex');
    expect((await send({ ...headers, 'X-Signature': wrapped })).status).toBe(200);
    for (const signature of ['zz', '0x', `0x${'0'.repeat(127)}`, 'x'.repeat(128)]) {
      const refused = await send({ ...signed('alice'), 'X-Signature': signature });
      expect([refused.status, codeOf(refused)], signature).toEqual([401, 'INVALID_SIGNATURE']);
    }
  });

  describe('roles', () => {
    it.each([
      ['outsider', AGENTS, 403, 'NOT_REGISTERED'],
      ['alice', AGENTS, 200, undefined],
      ['banned', AGENTS, 403, 'BANNED'],
      ['barred', AGENTS, 200, undefined],
      ['outsider', '/v1/validator/weight-salt', 403, 'NOT_REGISTERED_AS_VALIDATOR'],
      ['alice', '/v1/validator/weight-salt', 403, 'NOT_REGISTERED_AS_VALIDATOR'],
      ['poor', '/v1/validator/weight-salt', 403, 'NOT_REGISTERED_AS_VALIDATOR'],
      ['poor', AGENTS, 200, undefined],
      ['holder', '/v1/validator/weight-salt', 200, undefined],
      ['barred', '/v1/validator/weight-salt', 403, 'BANNED'],
      ['admin', '/v1/validator/weight-salt', 403, 'NOT_REGISTERED_AS_VALIDATOR'],
      ['admin', '/v1/admin/miners', 200, undefined],
      ['holder', '/v1/admin/miners', 403, 'NOT_ADMIN'],
      ['banned', '/v1/admin/miners', 403, 'NOT_ADMIN'],
    ] as const)('a signed request of %s at %s is answered with %i', async (person, target, status, code) => {
      const answer = await send(signed(person), target);
      expect([answer.status, codeOf(answer)]).toEqual([status, code]);
      if (code === 'BANNED') expect(answer.text).toContain('banned');
    });
  });

  it('authentication headers on a public route are checked if present', async () => {
    const board = `/v1/public/hotkeys/${addressOf('alice')}`;
    expect((await send({}, board)).status).toBe(404);
    expect(codeOf(await send({ ...signed('alice'), 'X-Signature': 'no' }, board))).toBe('INVALID_SIGNATURE');
    expect(codeOf(await send({ authorization: 'Bearer no' }, board))).toBe('INVALID_SESSION');
  });
});
