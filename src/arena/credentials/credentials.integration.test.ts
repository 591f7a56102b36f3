import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StandInProvider } from '../../inference/testing/stand-in-provider.ts';
import { readEvents } from '../../store/database.ts';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { ArenaSecret } from '../arena-secret.ts';
import { openSampleArena, SAMPLE_NOW, type SampleArena } from '../testing/sample-arena.ts';
import { credentialsOf } from './credentials-of.ts';
import { deleteCredential } from './delete-credential.ts';
import type { Providers } from './providers.ts';
import { setDefaultProvider } from './set-default-provider.ts';
import { storeCredential } from './store-credential.ts';
import { missingProvider, tokenFor } from './token-for.ts';

const KEY = 'sk-contestant-0123456789-abcdef';
const hotkey = 'contestant';

let provider: StandInProvider;
let providers: Providers;
beforeAll(async () => {
  provider = await StandInProvider.start();
  const known = { baseUrl: provider.baseUrl, probePath: '/key' };
  providers = new Map([
    ['openrouter', known],
    ['chutes', known],
  ]);
});
afterAll(() => provider.stop());
beforeEach(() => provider.reset());

onEveryEngine('credentials', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
  });
  afterEach(() => arena.close());

  const store = (name: string, credential = KEY, timeoutMilliseconds = 5_000) =>
    storeCredential(arena, providers, { hotkey, provider: name, credential, timeoutMilliseconds });
  const list = () => credentialsOf(arena.database.reader, providers, hotkey);
  const rows = () => arena.database.reader.selectFrom('inference_credentials').selectAll().execute();
  const happened = async () => (await readEvents(arena.database, 1, 100)).map(({ what, data }) => ({ what, data }));

  it('credentials are tested with the provider, stored sealed, and passed to a run', async () => {
    const told = await store('openrouter');
    const timestamp = new Date(SAMPLE_NOW).toISOString();
    expect(told).toEqual({
      providers: [
        { provider: 'chutes', connected: false, updated_at: null },
        { provider: 'openrouter', connected: true, updated_at: timestamp },
      ],
      default_provider: 'openrouter',
    });
    expect(provider.requests).toMatchObject([{ path: '/v1/key', headers: { authorization: `Bearer ${KEY}` } }]);
    expect(await list()).toEqual(told);
    expect(await tokenFor(arena, providers, hotkey)).toEqual({
      provider: 'openrouter',
      access_token: KEY,
      base_url: provider.baseUrl,
    });
    expect(await tokenFor(arena, providers, 'somebody else')).toBeNull();
  });

  describe('a missing credential', () => {
    const missing = (agentVersionId: string, requireProvider: boolean) => {
      const submissions = { ...arena.policy.submissions, requireProvider };
      return missingProvider({ ...arena, policy: { ...arena.policy, submissions } }, { hotkey, agentVersionId });
    };

    it('a missing credential is the contestant’s doing only if it removed its own', async () => {
      await store('openrouter');
      await store('chutes');
      const version = await arena.addVersion({ hotkey });
      await deleteCredential(arena, providers, { hotkey, provider: 'chutes' });
      // The arena no longer supports the other provider, which is not the contestant's fault.
      expect(await tokenFor(arena, new Map(), hotkey)).toBeNull();
      expect([await missing(version, true), await missing(version, false)]).toEqual([undefined, undefined]);
      await deleteCredential(arena, providers, { hotkey, provider: 'openrouter' });
      expect([await missing(version, true), await missing(version, false)]).toEqual(['required', 'removed']);
    });

    it('a version that was accepted before a credential was required needs one only where validators have no models', async () => {
      const never = await arena.addVersion({ hotkey });
      expect([await missing(never, false), await missing(never, true)]).toEqual([undefined, 'removed']);
      await store('openrouter');
      await deleteCredential(arena, providers, { hotkey, provider: 'openrouter' });
      arena.pass(1_000);
      const later = await arena.addVersion({ hotkey, number: 2, submittedAt: arena.now() });
      expect([await missing(never, true), await missing(later, true)]).toEqual(['required', 'removed']);
    });
  });

  it('credentials are nowhere in plain text: not in the table, the ledger or the list', async () => {
    await store('openrouter');
    const [row] = await rows();
    expect(Buffer.from(row!.sealed).includes(KEY.slice(0, 8))).toBe(false);
    expect(JSON.stringify([await list(), await readEvents(arena.database, 0, 100)])).not.toContain(KEY.slice(0, 4));
    expect(await happened()).toEqual([
      { what: 'credential.connected', data: { miner_hotkey: hotkey, provider: 'openrouter' } },
    ]);
  });

  it.each([401, 403])('rejects a credential that the provider answers with %i', async (status) => {
    provider.reset({ status, body: `{"error":"bad key ${KEY}"}` });
    const refused = await store('openrouter').catch((error) => error);
    expect(refused).toMatchObject({ code: 'CREDENTIAL_INVALID' });
    expect(`${refused.message}${refused.remedy}`).not.toContain(KEY.slice(0, 8));
    expect(await rows()).toEqual([]);
    expect(await happened()).toEqual([]);
  });

  it.each([301, 307, 402, 404, 429, 500, 503])(
    'does not store a credential while the provider answers %i',
    async (status) => {
      provider.reset({ status, headers: { location: `${provider.baseUrl}/elsewhere` } });
      await expect(store('openrouter')).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' });
      expect(provider.requests).toHaveLength(1);
      expect(await rows()).toEqual([]);
    },
  );

  it('does not store a credential when the provider times out, hangs up, or is unreachable', async () => {
    provider.reset(
      () => {},
      (response) => response.destroy(),
    );
    await expect(store('openrouter', KEY, 50)).rejects.toMatchObject({
      code: 'PROVIDER_UNREACHABLE',
      message: expect.stringMatching(/no answer within 50 ms/),
    });
    await expect(store('openrouter')).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' });
    const rude = createServer((socket) => socket.on('error', () => {}).end('SSH-2.0-OpenSSH\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => rude.once('listening', resolve));
    const { port } = rude.address() as { port: number };
    for (const address of [port, 9]) {
      const elsewhere = new Map([['rude', { baseUrl: `http://127.0.0.1:${address}`, probePath: '/' }]]);
      const storing = storeCredential(arena, elsewhere, { hotkey, provider: 'rude', credential: KEY });
      await expect(storing).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' });
    }
    rude.close();
    expect(await rows()).toEqual([]);
  });

  it('accepts a credential from a provider whose answer never ends', async () => {
    provider.reset((response) => {
      const chunk = 'x'.repeat(64 * 1024);
      const push = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', push);
      };
      push();
    });
    expect(await store('openrouter')).toMatchObject({ default_provider: 'openrouter' });
  });

  it.each([
    ['empty', ''],
    ['with a space', 'two words'],
    ['with a line end that would begin another header', `${KEY}\r\nX-Other: 1`],
    ['beyond ASCII', 'schlüssel'],
    ['far too long', 'k'.repeat(5_000)],
  ])('rejects an invalid credential without sending it: %s', async (_, credential) => {
    await expect(store('openrouter', credential)).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' });
    expect(provider.requests).toEqual([]);
  });

  it('a credential must belong to a provider the arena knows', async () => {
    for (const name of ['nobody', '', '__proto__', 'OpenRouter', 'x'.repeat(10_000)]) {
      await expect(store(name)).rejects.toMatchObject({
        code: 'PROVIDER_UNKNOWN',
        remedy: expect.stringMatching('chutes, openrouter'),
      });
      await expect(setDefaultProvider(arena, providers, { hotkey, provider: name })).rejects.toMatchObject({
        code: 'PROVIDER_UNKNOWN',
      });
      await expect(deleteCredential(arena, providers, { hotkey, provider: name })).rejects.toMatchObject({
        code: 'PROVIDER_UNKNOWN',
      });
    }
    expect(provider.requests).toEqual([]);
  });

  it('the first credential is the default until another is chosen or it is removed', async () => {
    await store('chutes', 'chutes-key');
    arena.pass(1_000);
    expect(await store('openrouter')).toMatchObject({ default_provider: 'chutes' });
    expect(await setDefaultProvider(arena, providers, { hotkey, provider: 'openrouter' })).toMatchObject({
      default_provider: 'openrouter',
    });
    expect(await tokenFor(arena, providers, hotkey)).toMatchObject({ access_token: KEY });
    expect(await deleteCredential(arena, providers, { hotkey, provider: 'openrouter' })).toEqual({
      providers: [
        { provider: 'chutes', connected: true, updated_at: new Date(SAMPLE_NOW).toISOString() },
        { provider: 'openrouter', connected: false, updated_at: null },
      ],
      default_provider: 'chutes',
    });
    expect(await tokenFor(arena, providers, hotkey)).toMatchObject({ access_token: 'chutes-key' });
    expect(await deleteCredential(arena, providers, { hotkey, provider: 'chutes' })).toMatchObject({
      default_provider: null,
    });
    expect(await tokenFor(arena, providers, hotkey)).toBeNull();
    const named = (await happened()).map(({ what, data }) => `${what} ${(data as { provider: string }).provider}`);
    expect(named).toEqual([
      'credential.connected chutes',
      'credential.connected openrouter',
      'credential.chosen openrouter',
      'credential.removed openrouter',
      'credential.removed chutes',
    ]);
  });

  it('a missing credential cannot be chosen, and removing it again changes nothing', async () => {
    await expect(setDefaultProvider(arena, providers, { hotkey, provider: 'chutes' })).rejects.toMatchObject({
      code: 'PROVIDER_NOT_CONNECTED',
    });
    await store('openrouter');
    await setDefaultProvider(arena, providers, { hotkey, provider: 'openrouter' });
    expect(await deleteCredential(arena, providers, { hotkey, provider: 'chutes' })).toEqual(await list());
    expect(await happened()).toHaveLength(1);
  });

  it('replacing a credential keeps the default, and a rejected replacement changes nothing', async () => {
    await store('openrouter', 'old-key');
    arena.pass(1_000);
    await store('openrouter', 'new-key');
    provider.reset({ status: 401 });
    await expect(store('openrouter', 'bad-key')).rejects.toMatchObject({ code: 'CREDENTIAL_INVALID' });
    expect(await tokenFor(arena, providers, hotkey)).toMatchObject({ access_token: 'new-key' });
    expect(await list()).toMatchObject({ default_provider: 'openrouter' });
    expect(await rows()).toMatchObject([{ is_default: true, updated_at: SAMPLE_NOW + 1_000 }]);
  });

  it('credentials stored concurrently leave exactly one default', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => store(index % 2 === 0 ? 'chutes' : 'openrouter')));
    const stored = await rows();
    expect(stored).toHaveLength(2);
    expect(stored.filter((row) => row.is_default)).toHaveLength(1);
  });

  it('a credential sealed for another hotkey or by another secret is not used, and another connected one is', async () => {
    await store('openrouter');
    const [row] = await rows();
    await arena.database.withTransaction(
      async (transaction) =>
        void (await transaction
          .insertInto('inference_credentials')
          .values({ ...row!, hotkey: 'thief' })
          .execute()),
    );
    expect(await tokenFor(arena, providers, 'thief')).toBeNull();
    expect(await tokenFor({ ...arena, secret: new ArenaSecret(Buffer.alloc(32, 1)) }, providers, hotkey)).toBeNull();
    await store('chutes', 'chutes-key');
    const onlyChutes = new Map([['chutes', providers.get('chutes')!]]);
    expect(await tokenFor(arena, onlyChutes, hotkey)).toMatchObject({ provider: 'chutes', access_token: 'chutes-key' });
  });

  it('credentials of a provider the arena no longer supports are listed and can be removed', async () => {
    await store('openrouter');
    const others = new Map([['chutes', providers.get('chutes')!]]);
    const listed = await credentialsOf(arena.database.reader, others, hotkey);
    expect(listed.providers.map((each) => [each.provider, each.connected])).toEqual([
      ['chutes', false],
      ['openrouter', true],
    ]);
    await deleteCredential(arena, others, { hotkey, provider: 'openrouter' });
    expect(await rows()).toEqual([]);
  });
});
