import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeSqliteDatabase } from '../../../store/testing/every-engine.ts';
import { type AnotherServer, agentForm, FREE_RATES, SampleServer } from '../sample/sample-server.ts';
import { addressOf } from '../sample/sample-wallets.ts';
import type { Answered } from '../sample/send-request.ts';

const slow = (burst: number) => ({ burst, perMinute: 1 });

describe('rate limits', () => {
  let sample: SampleServer;
  let server: AnotherServer;
  beforeAll(async () => {
    sample = await SampleServer.open(makeSqliteDatabase);
  });
  afterEach(async () => await server.close());
  afterAll(async () => await sample.close());

  async function open(rates: Partial<typeof FREE_RATES>, trustedProxies = 0): Promise<void> {
    server = await sample.openAnother({ rates: { ...FREE_RATES, ...rates } }, { trustedProxies });
  }

  async function times(count: number, ask: (index: number) => Promise<Answered>): Promise<number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) statuses.push((await ask(index)).status);
    return statuses;
  }

  const challenge = (target = '/v1/auth/challenge') =>
    server.ask({ method: 'POST', target, body: { hotkey: addressOf('alice') } });

  it('a rate-limited request says when to retry', async () => {
    await open({ everything: slow(1) });
    await server.ask({ target: '/health' });
    const { status, headers, json } = await server.ask({ target: '/health' });
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
    expect(json).toMatchObject({
      error_code: 'RATE_LIMIT_EXCEEDED',
      remaining_seconds: Number(headers['retry-after']),
    });
  });

  it('rate limits count every request once, unknown paths included', async () => {
    await open({ everything: slow(2), public: slow(4) });
    const targets = ['/health', '/docs/json', '/metrics'];
    expect(await times(3, (index) => server.ask({ target: targets[index]! }))).toEqual([200, 200, 429]);
    const readable = ['/v1/nothing', '/v1/public/suites', '/races', '/v1/public/nothing', '/v1/public/suites', '/'];
    expect(await times(6, (index) => server.ask({ target: readable[index]! }))).toEqual([404, 200, 404, 404, 429, 429]);
  });

  it('rate limits count by route and not by its spelling', async () => {
    await open({ challenge: slow(3) });
    const names = ['/v1/auth/challenge', '/v1/auth/%63hallenge', '/v1/%61uth/challenge?x=1', '/v1/auth/challeng%65'];
    expect(await times(4, (index) => challenge(names[index]))).toEqual([200, 200, 200, 429]);
    expect((await server.ask({ target: '/health' })).status).toBe(200);
  });

  it('rate limits are separate for challenges, sessions and validators', async () => {
    await open({ challenge: slow(2), session: slow(1), everything: slow(10), validator: slow(3) });
    expect(await times(3, () => challenge())).toEqual([200, 200, 429]);
    const session = () => server.ask({ method: 'POST', target: '/v1/auth/session', body: {} });
    expect(await times(2, session)).toEqual([422, 429]);
    const claim = () => server.ask({ method: 'POST', target: '/v1/validator/work/claim' });
    expect(await times(4, claim)).toEqual([401, 401, 401, 429]);
    // A refused request is counted by no rule.
    expect(await times(8, () => server.ask({ target: '/health' }))).toEqual([...Array<number>(7).fill(200), 429]);
  });

  it('rate limits count submissions by hotkey, after authentication', async () => {
    await open({ submit: slow(1), check: slow(2) });
    const submit = (as: 'alice' | 'bob', by: 'version 2' | 'session' = 'session') =>
      server.ask({ as, by, method: 'POST', target: '/v1/miner/submit', body: agentForm('a', 'x') });
    const forged = await sample.prepare({ as: 'bob', by: 'version 2', method: 'POST', target: '/v1/miner/submit' });
    const claimed = { ...forged.headers, 'X-Hotkey': addressOf('alice') };
    await times(3, () => server.ask({ method: 'POST', target: '/v1/miner/submit', headers: claimed }));
    expect((await submit('alice')).status).not.toBe(429);
    expect([(await submit('alice', 'version 2')).status, (await submit('alice')).status]).toEqual([429, 429]);
    expect((await submit('bob')).status).not.toBe(429);
    const check = () =>
      server.ask({ as: 'alice', method: 'POST', target: '/v1/miner/check', body: agentForm('a', 'x') });
    expect(await times(3, check)).toEqual([200, 200, 429]);
  });

  describe('forwarded addresses', () => {
    const from = (address: string) => ({ target: '/health', headers: { 'x-forwarded-for': address } });

    it('rate limits ignore a forwarded address from a caller', async () => {
      await open({ everything: slow(2) });
      expect(await times(3, (index) => server.ask(from(`10.0.0.${index}`)))).toEqual([200, 200, 429]);
    });

    it('rate limits trust as many forwarded addresses as the operator has proxies', async () => {
      await open({ everything: slow(1) }, 1);
      expect(await times(2, (index) => server.ask(from(`10.0.0.${index}`)))).toEqual([200, 200]);
      const behind = (index: number) => server.ask(from(`10.1.0.${index}, 10.2.0.1`));
      expect(await times(2, behind)).toEqual([200, 429]);
    });

    it('rate limits treat an IPv6 network as one caller', async () => {
      await open({ everything: slow(1) }, 1);
      expect(await times(2, (index) => server.ask(from(`2001:db8::${index + 1}`)))).toEqual([200, 429]);
    });
  });
});
