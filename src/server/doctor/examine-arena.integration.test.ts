import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { analysisOf } from '../../arena/admission/analysis.ts';
import { credentialContext } from '../../arena/credentials/credential-context.ts';
import { activateSuite, createSuite } from '../../arena/exam.ts';
import { claimWork } from '../../arena/queue.ts';
import { BankHiddenProblems, bankHeadPublisher } from '../../arena/race.ts';
import { addWebhook, submitAgent } from '../../arena/submission.ts';
import { growBank } from '../../problems/suites.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { readEvents } from '../../store/database.ts';
import { PROCESS_NAMESPACE } from '../../store/files.ts';
import { onEveryEngine, type TestDatabase } from '../../store/testing/every-engine.ts';
import { S3StandIn } from '../../store/testing/s3-blobs-stand-in.ts';
import { parseArenaConfig } from '../start/arena-config.ts';
import { type OpenedArena, openArena } from '../start/open-arena.ts';
import { openChain } from '../start/open-chain.ts';
import { newSecretText, readSecretTexts, replaceSecretFile, SECRET_FILE, secretOf } from '../start/read-secret.ts';
import { examineArena } from './examine-arena.ts';

/** A process id that cannot exist: the kernel's maximum is lower. */
const DEAD = 2 ** 22 + 1;

/** SQLite with a folder of blobs; PostgreSQL with object storage. */
onEveryEngine('the doctor of an arena', (makeDatabase, engine) => {
  let place: TestDatabase;
  let storage: S3StandIn | undefined;
  let version: string;
  beforeEach(async () => {
    place = await makeDatabase();
    storage = engine === 'postgres' ? await S3StandIn.start() : undefined;
    await withArena(async (arena) => {
      const chain = await openChain(arena, at().config.chain);
      await chain.local!.register('validator', 50n, 'arena');
      await chain.close();
      const { database, now } = arena;
      const suite = { name: 'first', problems: sampleProblems(5), isPublic: true };
      const { suiteId } = await createSuite(database, suite, { who: 'operator', now: now() });
      await activateSuite(arena, suiteId, { who: 'operator' });
      const file = Buffer.from('def agent_main(problem):\n    return []\n');
      const submission = { hotkey: 'alice', agentName: 'sample', file };
      const answer = await submitAgent(arena, submission, { analyse: async () => analysisOf([], null) });
      version = answer.agent_version_id;
      const bank = join(place.folder, 'bank');
      await growBank({ folder: bank, problems: sampleProblems(30, 'hidden'), now: () => new Date() });
      await bankHeadPublisher(arena, new BankHiddenProblems(bank))();
    });
  });
  afterEach(async () => {
    await storage?.stop();
    await place.remove();
  });

  function at() {
    const blobs = storage && { endpoint: storage.endpoint, region: storage.region, bucket: storage.bucket };
    return {
      folder: place.folder,
      config: parseArenaConfig({ ...(blobs && { blobs }) }),
      environment: {
        DATABASE_URL: place.url,
        ...(storage && { AWS_ACCESS_KEY_ID: storage.accessKeyId, AWS_SECRET_ACCESS_KEY: storage.secretAccessKey }),
      },
    };
  }

  async function withArena<T>(work: (arena: OpenedArena) => Promise<T>): Promise<T> {
    const arena = await openArena(at());
    try {
      return await work(arena);
    } finally {
      await arena.database.close();
    }
  }

  /** Runs statements as the database owner could, bypassing the triggers. */
  async function execute(...statements: string[]): Promise<void> {
    await withArena(async ({ database }) => {
      await database.withTransaction(async (transaction) => {
        if (engine === 'sqlite') {
          await sql.raw('drop trigger if exists events_are_kept_update').execute(transaction);
          await sql.raw('drop trigger if exists events_are_kept_delete').execute(transaction);
        } else await sql.raw('alter table events disable trigger all').execute(transaction);
        for (const statement of statements) await sql.raw(statement).execute(transaction);
      });
    });
  }

  async function examine(options: Partial<Parameters<typeof examineArena>[0]> = {}) {
    const order = { bankFolder: join(place.folder, 'bank'), quick: false, repair: false, who: 'operator' };
    return await examineArena({ ...at(), ...order, ...options });
  }

  async function findings(options: Parameters<typeof examine>[0] = {}) {
    const { checks } = await examine(options);
    return checks.flatMap(({ name, findings: found }) => found.map((finding) => ({ check: name, ...finding })));
  }

  it('the arena doctor finds nothing wrong, and says what it could not check', async () => {
    const { checks, repaired } = await examine({ repair: true });
    expect(checks.flatMap(({ findings: found }) => found)).toEqual([]);
    expect(repaired).toEqual([]);
    const skipped = checks.filter((check) => check.skipped !== null).map(({ name }) => name);
    expect(skipped).toEqual(['stuck']);
    const examined = new Map(checks.map((check) => [check.name, check.examined]));
    expect(examined.get('ledger')).toBeGreaterThan(4);
    expect(examined.get('chain')).toBe(2);
    expect(examined.get('blobs')).toBe(1);
    expect(examined.get('bank')).toBeGreaterThan(0);
    const without = await examine({ bankFolder: undefined, quick: true });
    expect(without.checks.filter((check) => check.skipped !== null).map(({ name }) => name)).toEqual([
      'stuck',
      'bank',
      'evidence',
    ]);
  });

  it('the arena doctor names the event where the public ledger is broken, and then repairs nothing', async () => {
    await execute(`update events set why = 'other' where sequence = 2`);
    const { checks, notRepaired, repaired } = await examine({ repair: true });
    expect(checks.find(({ name }) => name === 'ledger')?.findings).toMatchObject([
      { subject: 'event 2', what: expect.stringContaining('its content does not have its hash'), fault: 'operator' },
    ]);
    expect([notRepaired, repaired]).toEqual([expect.stringContaining('Nothing was repaired'), []]);
  });

  it('the arena doctor detects truncated events by a head noted earlier', async () => {
    const head = await withArena(async ({ database }) => (await readEvents(database, 0, 1_000)).at(-1)!);
    expect(await findings({ known: head })).toEqual([]);
    await execute(`delete from events where sequence = ${head.sequence}`);
    expect(await findings({ known: head })).toMatchObject([
      { check: 'ledger', what: expect.stringContaining(`events up to number ${head.sequence} once existed`) },
      ...(head.what === 'bank.advanced' ? [] : [{}]),
    ]);
  });

  it('the arena doctor names a local chain that was changed or truncated', async () => {
    await execute(
      `update ledger_events set body = '{"kind":"stake-changed","block":0,"hotkey":"x","stake":"9"}' where sequence = 2`,
    );
    expect(await findings()).toMatchObject([{ check: 'chain', subject: 'chain event 2', fault: 'operator' }]);
    await execute('delete from ledger_events where sequence = 2');
    expect(await findings()).toMatchObject([
      { check: 'chain', what: expect.stringContaining('the public ledger names an event that is missing') },
    ]);
  });

  it('the arena doctor names tables of another version and stops there', async () => {
    await execute(`update applied_migrations set sha256 = 'x' where room = 'arena' and position = 1`);
    const { checks } = await examine();
    expect(checks[0]).toMatchObject({
      name: 'database',
      findings: [{ what: expect.stringContaining('Migration arena/0001-contestants differs from the one') }],
    });
    expect(checks.slice(1).every(({ skipped }) => skipped === 'the database cannot be used')).toBe(true);
  });

  it('the arena doctor names a blob that is missing and one that was changed', async () => {
    const code = await withArena(
      async ({ database }) =>
        (await database.reader.selectFrom('agent_versions').select('code_sha256').executeTakeFirstOrThrow())
          .code_sha256,
    );
    const name = `${code.slice(0, 2)}/${code.slice(2)}`;
    const file = join(place.folder, 'blobs', name);
    if (storage === undefined) {
      chmodSync(file, 0o600);
      appendFileSync(file, '#');
    } else for (const key of storage.objects.keys()) storage.objects.set(key, Buffer.from('other bytes'));
    expect(await findings()).toMatchObject([
      { check: 'blobs', subject: `code of version ${version}`, what: expect.stringContaining(code) },
    ]);
    if (storage === undefined) rmSync(file);
    else storage.objects.clear();
    expect(await findings()).toMatchObject([{ check: 'blobs', what: expect.stringContaining('is missing') }]);
  });

  it('the arena doctor names a bank that differs from what the arena published', async () => {
    const path = join(place.folder, 'bank', 'ledger.jsonl');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    writeFileSync(
      path,
      lines
        .slice(0, -1)
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect((await findings()).map(({ check, what }) => [check, what])).toContainEqual([
      'bank',
      expect.stringContaining('lines were cut off'),
    ]);
  });

  it('the arena doctor names credentials that no secret opens, and an unfinished rotation', async () => {
    const path = join(place.folder, SECRET_FILE);
    const store = async (hotkey: string, secret = secretOf(readSecretTexts(path, undefined))) => {
      const sealed = secret.seal('sk', credentialContext(hotkey, 'payer'));
      await withArena(({ database }) =>
        database.withTransaction((transaction) =>
          transaction
            .insertInto('inference_credentials')
            .values({ hotkey, provider: 'payer', sealed, is_default: true, updated_at: 1 })
            .execute(),
        ),
      );
    };
    await store('alice');
    await store('bob', secretOf([newSecretText()]));
    expect(await findings()).toMatchObject([
      { check: 'credentials', subject: 'credential of bob for payer', fault: 'operator' },
    ]);
    const [old] = readSecretTexts(path, undefined);
    await replaceSecretFile(path, [newSecretText(), old]);
    expect((await findings()).map(({ what }) => what)).toContainEqual(
      expect.stringContaining('1 of 1 credentials are encrypted with an earlier secret'),
    );
  });

  it('the arena doctor names webhooks that no secret opens', async () => {
    const webhook = { hotkey: 'alice', scope: 'own' as const, url: 'https://example.org/hook', kinds: [] };
    const policy = { perHotkey: 5, allowedNetworks: [] };
    const { webhookId } = await withArena(async (arena) => {
      await addWebhook(arena, webhook, policy);
      return await addWebhook({ ...arena, secret: secretOf([newSecretText()]) }, webhook, policy);
    });
    expect(await findings()).toMatchObject([
      { check: 'credentials', subject: `webhook ${webhookId} of alice`, fault: 'operator' },
    ]);
  });

  it('the arena doctor repairs what is safe with ledger events, and finds nothing afterwards', async () => {
    const run = await withArena(async (arena) => (await claimWork(arena, 'validator'))!.runId);
    const late = () => Date.now() + 3_600_000;
    mkdirSync(join(place.folder, 'blobs', 'ab'), { recursive: true });
    const leftover = join(place.folder, 'blobs', 'ab', `.cdef.aside-${PROCESS_NAMESPACE}-${DEAD}-00000000`);
    const alive = join(place.folder, 'blobs', 'ab', `.cdef.aside-${PROCESS_NAMESPACE}-${process.pid}-00000000`);
    for (const path of [leftover, alive]) writeFileSync(path, 'half a bl');
    chmodSync(join(place.folder, SECRET_FILE), 0o644);
    expect((await findings({ clock: late })).map(({ check, subject }) => [check, subject])).toEqual([
      ['leases', `run ${run}`],
      ['files', leftover],
      ['files', join(place.folder, SECRET_FILE)],
    ]);
    expect(existsSync(leftover)).toBe(true);
    const { checks, repaired } = await examine({ clock: late, repair: true });
    expect(checks.flatMap(({ findings: found }) => found)).toEqual([]);
    expect(repaired.map(({ check }) => check)).toEqual(['leases', 'files']);
    expect([existsSync(leftover), existsSync(alive)]).toEqual([false, true]);
    expect(statSync(join(place.folder, SECRET_FILE)).mode & 0o777).toBe(0o600);
    const events = await withArena(({ database }) => readEvents(database, 0, 1_000));
    expect(events.slice(-3)).toMatchObject([
      { what: 'run.stale', subject: `run ${run}` },
      { who: 'operator', what: 'arena.repaired', data: { check: 'leases' } },
      { who: 'operator', what: 'arena.repaired', data: { check: 'files' } },
    ]);
    expect(await findings({ clock: late })).toEqual([]);
  });

  it('the arena doctor rejects a folder without an arena, and creates nothing there', async () => {
    const folder = join(place.folder, 'elsewhere');
    const environment = {};
    await expect(examine({ folder, environment, config: parseArenaConfig({}) })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    expect(existsSync(folder)).toBe(false);
  });
});
