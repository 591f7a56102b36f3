import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { credentialContext } from '../../arena/credentials/credential-context.ts';
import { type Providers, tokenFor } from '../../arena/credentials.ts';
import { addWebhook, countWebhooks } from '../../arena/submission.ts';
import { readEvents } from '../../store/database.ts';
import { onBothEngines, type TestDatabase } from '../../store/testing/every-engine.ts';
import { scaled } from '../../testing/scaled.ts';
import { parseArenaConfig } from './arena-config.ts';
import { type OpenedArena, openArena } from './open-arena.ts';
import { newSecretText, readSecretTexts, replaceSecretFile, SECRET_FILE, secretOf } from './read-secret.ts';
import { rotateSecret } from './rotate-secret.ts';

const ROTATE_FOREVER = fileURLToPath(new URL('../testing/rotate-forever.ts', import.meta.url));
const PROVIDERS: Providers = new Map([['payer', { baseUrl: 'http://127.0.0.1/v1', probePath: '/key' }]]);
const HOTKEYS = ['alice', 'bob', 'carol'];
const BY = { who: 'operator', reason: 'The old one was in a chat.' };

onBothEngines('rotating the secret of an arena', (makeDatabase) => {
  let place: TestDatabase;
  let path: string;
  beforeEach(async () => {
    place = await makeDatabase();
    path = join(place.folder, SECRET_FILE);
  });
  afterEach(async () => await place.remove());

  const at = (environment: Readonly<Record<string, string>> = {}) => ({
    folder: place.folder,
    config: parseArenaConfig({}),
    environment: { DATABASE_URL: place.url, ...environment },
  });

  async function withArena<T>(
    work: (arena: OpenedArena) => Promise<T>,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const arena = await openArena(at(environment));
    try {
      return await work(arena);
    } finally {
      await arena.database.close();
    }
  }

  /** Stores credentials as if the provider had accepted them. */
  async function connect({ database, secret }: OpenedArena): Promise<void> {
    await database.withTransaction(async (transaction) => {
      for (const hotkey of HOTKEYS) {
        const sealed = secret.seal(`sk-${hotkey}`, credentialContext(hotkey, 'payer'));
        await transaction
          .insertInto('inference_credentials')
          .values({ hotkey, provider: 'payer', sealed, is_default: true, updated_at: 1 })
          .execute();
      }
    });
  }

  const hook = (arena: OpenedArena) =>
    addWebhook(
      arena,
      { scope: 'own', url: 'https://example.org/hook', kinds: ['race_decided'], hotkey: 'alice' },
      { perHotkey: 5, allowedNetworks: [] },
    );

  const tokens = async (arena: OpenedArena): Promise<unknown[]> =>
    await Promise.all(HOTKEYS.map(async (hotkey) => (await tokenFor(arena, PROVIDERS, hotkey))?.access_token));
  const ALL = HOTKEYS.map((hotkey) => `sk-${hotkey}`);
  const told = async () =>
    await withArena(async ({ database }) =>
      (await readEvents(database, 0, 1_000)).filter(({ what }) => what === 'secret.rotated'),
    );

  it('rotating seals every credential with a new secret, drops the old one, and adds an event without the secret', async () => {
    const ticket = await withArena(async (arena) => {
      await connect(arena);
      return arena.secret.ticket('code', 'version 1', 1_000);
    });
    const [old] = readSecretTexts(path, undefined);
    const rotated = await rotateSecret(at(), BY);
    expect(rotated).toMatchObject({ credentials: { resealed: 3, unreadable: 0 }, earlierAccepted: false });
    const [fresh, ...earlier] = readSecretTexts(path, undefined);
    expect(earlier).toEqual([]);
    expect(fresh).not.toBe(old);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await withArena(async (arena) => {
      expect(await tokens(arena)).toEqual(ALL);
      expect(arena.secret.readTicket('code', ticket, 999)).toBeUndefined();
      expect(arena.secret.keyId).toBe(rotated.keyId);
    });
    await expect(withArena(tokens, { ASSAY_SECRET: old })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    const events = await told();
    expect(events).toMatchObject(
      [{ ...BY, subject: 'secret', why: BY.reason, data: { key_id: rotated.keyId, credentials: 3 } }].map(
        ({ reason: _, ...event }) => event,
      ),
    );
    for (const text of [old, fresh]) expect(JSON.stringify(events)).not.toContain(text.slice(0, 12));
  });

  it('a rotation counts webhooks beside credentials, also those that no secret opens, and publishes both numbers', async () => {
    const lost = newSecretText();
    await withArena(async (arena) => {
      await connect(arena);
      await hook(arena);
      await hook(arena);
      await hook({ ...arena, secret: secretOf([lost]) });
    });
    expect(await rotateSecret(at(), BY)).toMatchObject({
      credentials: { resealed: 3, unreadable: 0 },
      webhooks: { resealed: 2, unreadable: 1 },
    });
    expect(await told()).toMatchObject([{ data: { credentials: 3, webhooks: 2 } }]);
    const counts = await withArena(({ database, secret }) => countWebhooks(database.reader, secret));
    expect(counts).toMatchObject({ current: 2, earlier: 0, unreadable: [{ hotkey: 'alice' }] });
  });

  it('an interrupted rotation continues, and every credential opens meanwhile', async () => {
    await withArena(connect);
    const [old] = readSecretTexts(path, undefined);
    const fresh = newSecretText();
    // Before credentials are resealed: servers use the new secret and accept both.
    await replaceSecretFile(path, [fresh, old]);
    await withArena(async (arena) => {
      expect(arena.secret.hasEarlier).toBe(true);
      expect(await tokens(arena)).toEqual(ALL);
    });
    expect(await rotateSecret(at(), BY)).toMatchObject({
      keyId: secretOf([fresh]).keyId,
      credentials: { resealed: 3 },
    });
    expect(readSecretTexts(path, undefined)).toEqual([fresh]);
    // After that, but before the old secret is removed from the file.
    await replaceSecretFile(path, [fresh, old]);
    expect(await withArena(tokens)).toEqual(ALL);
    expect(await rotateSecret(at(), BY)).toMatchObject({
      keyId: secretOf([fresh]).keyId,
      credentials: { resealed: 0 },
    });
    expect(readSecretTexts(path, undefined)).toEqual([fresh]);
    expect(await withArena(tokens)).toEqual(ALL);
    expect(await told()).toHaveLength(1);
  });

  it('a rotation killed repeatedly leaves an arena that opens every credential', {
    timeout: scaled(120_000),
  }, async () => {
    await withArena(connect);
    const seen = new Set([readFileSync(path, 'utf8')]);
    for (const rotations of [1, 2]) {
      const child = spawn(process.execPath, [ROTATE_FOREVER, place.folder, place.url ?? ''], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exited = once(child, 'exit');
      const lines = createInterface({ input: child.stdout });
      let said = 0;
      for await (const _ of lines) if (++said === rotations) break;
      // It is somewhere in the middle of the next rotation.
      child.kill('SIGKILL');
      await exited;
      expect(said).toBe(rotations);
      seen.add(readFileSync(path, 'utf8'));
      expect(await withArena(tokens)).toEqual(ALL);
    }
    expect(seen.size).toBe(3);
    await rotateSecret(at(), BY);
    expect(readSecretTexts(path, undefined)).toHaveLength(1);
    expect(await withArena(tokens)).toEqual(ALL);
  });

  it('a rotation is refused while a server runs', async () => {
    const reign = await withArena(async (arena) => {
      await connect(arena);
      const old = readFileSync(path, 'utf8');
      const leading = await arena.database.lead('housekeeping');
      await expect(rotateSecret(at(), BY)).rejects.toMatchObject({ code: 'FOLDER_IN_USE' });
      expect(readFileSync(path, 'utf8')).toBe(old);
      return leading;
    });
    expect(reign).toBeDefined();
    expect(await rotateSecret(at(), BY)).toMatchObject({ credentials: { resealed: 3 } });
  });

  it('secrets in the environment are both accepted until the earlier one is removed', async () => {
    const [old, fresh] = [newSecretText(), newSecretText()];
    await withArena(connect, { ASSAY_SECRET: old });
    await expect(rotateSecret(at({ ASSAY_SECRET: old }), BY)).rejects.toMatchObject({ code: 'USAGE' });
    // Servers are restarted one after the other, first to accept the new secret, then to use it.
    for (const secrets of [`${old},${fresh}`, `${fresh},${old}`]) {
      expect(await withArena(tokens, { ASSAY_SECRET: secrets })).toEqual(ALL);
    }
    await withArena(
      async (running) => {
        const rotated = await rotateSecret(at({ ASSAY_SECRET: `${fresh},${old}` }), BY);
        expect(rotated).toMatchObject({
          credentials: { resealed: 3 },
          earlierAccepted: true,
          keyId: secretOf([fresh]).keyId,
        });
        expect(await tokens(running)).toEqual(ALL);
      },
      { ASSAY_SECRET: `${old},${fresh}` },
    );
    expect(await withArena(tokens, { ASSAY_SECRET: fresh })).toEqual(ALL);
  });

  it('an arena whose only encrypted data are webhooks starts with another secret and counts those it cannot read', async () => {
    const [old, other] = [newSecretText(), newSecretText()];
    await withArena(hook, { ASSAY_SECRET: old });
    const unreadable = (arena: OpenedArena) => countWebhooks(arena.database.reader, arena.secret);
    expect(await withArena(unreadable, { ASSAY_SECRET: other })).toMatchObject({
      current: 0,
      unreadable: [{ hotkey: 'alice' }],
    });
    expect(await withArena(unreadable, { ASSAY_SECRET: `${other},${old}` })).toMatchObject({ earlier: 1 });
    await withArena(hook, { ASSAY_SECRET: `${other},${old}` });
    expect(await withArena(unreadable, { ASSAY_SECRET: other })).toMatchObject({
      current: 1,
      unreadable: [{ hotkey: 'alice' }],
    });
  });

  it('a rotation leaves credentials that no secret opens unchanged, and counts them', async () => {
    await withArena(async (arena) => {
      await connect(arena);
      await arena.database.withTransaction(async (transaction) => {
        const sealed = secretOf([newSecretText()]).seal('sk-lost', credentialContext('bob', 'payer'));
        await transaction.updateTable('inference_credentials').set({ sealed }).where('hotkey', '=', 'bob').execute();
      });
    });
    expect(await rotateSecret(at(), BY)).toMatchObject({ credentials: { resealed: 2, unreadable: 1 } });
    expect(await withArena(tokens)).toEqual(['sk-alice', undefined, 'sk-carol']);
  });
});
