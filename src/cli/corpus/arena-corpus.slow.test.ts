import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeProblems } from '../../arena/exam/store-problems.ts';
import type { Licence } from '../../arena/submission.ts';
import { ArenaClient } from '../../client/arena-client.ts';
import { type ReleaseSummary, releaseSummarySchema } from '../../corpus/release.ts';
import { sha256 } from '../../store/sha256.ts';
import { onEveryEngineNightly, type TestDatabase } from '../../store/testing/every-engine.ts';
import { S3StandIn } from '../../store/testing/s3-blobs-stand-in.ts';
import { scaled } from '../../testing/scaled.ts';
import { AssayRunner } from '../testing/assay-runner.ts';
import { SampleContest } from '../testing/sample-contest.ts';
import { until } from '../testing/until.ts';

const PROBLEMS = 7;
const FILES = [
  'trajectories.jsonl',
  'rejected.jsonl',
  'quarantine.jsonl',
  'filter.json',
  'tools.json',
  'licences.json',
];

/** SQLite with files in the data folder, and PostgreSQL with object storage, both as `assay serve` would use them. */
onEveryEngineNightly('the corpus of an arena', (makeDatabase, engine) => {
  const runner = new AssayRunner();
  let place: TestDatabase;
  let storage: S3StandIn | undefined;
  let environment: Record<string, string> = {};
  let contest: SampleContest;

  beforeAll(async () => {
    place = await makeDatabase();
    let config = {};
    if (engine === 'postgres') {
      storage = await S3StandIn.start();
      const { endpoint, region, bucket, accessKeyId, secretAccessKey } = storage;
      config = { blobs: { endpoint, region, bucket } };
      environment = {
        DATABASE_URL: place.url!,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
      };
    }
    contest = await SampleContest.open({ problems: PROBLEMS, queue: { leaseSeconds: 30 }, config, environment });
    await contest.register('one', 'miner-two');
    mkdirSync(contest.arenaFolder, { recursive: true });
    writeFileSync(join(contest.arenaFolder, 'arena.json'), JSON.stringify(contest.config));
  }, scaled(120_000));
  afterAll(async () => {
    await contest?.close();
    await storage?.stop();
    await place?.remove();
  });

  const assay = async (...words: string[]) => {
    const ran = await runner.run([...words, '--json'], { cwd: contest.folder, env: environment });
    expect(ran, ran.error).toMatchObject({ code: 0 });
    return JSON.parse(ran.output);
  };
  const filter = (out: string, ...rest: string[]) =>
    assay('corpus', 'filter', '--data', contest.arenaFolder, '--out', out, '--workers', '1', ...rest);
  const publish = (...rest: string[]) =>
    assay('admin', 'corpus', 'publish', '--data', contest.arenaFolder, '--workers', '1', ...rest);
  const textsOf = (out: string) => FILES.map((name) => readFileSync(join(contest.folder, out, name), 'utf8'));

  async function evaluated(agent: string, by: string, licence: Licence): Promise<string> {
    const version = await contest.submit(agent, undefined, by, licence);
    const validator = await contest.validator('one', { once: true });
    validator.start();
    await validator.ended;
    return version;
  }

  /** Options that sign as a contestant. */
  async function signedBy(owner: string): Promise<string[]> {
    const key = ['--wallets', join(contest.folder, 'wallets'), '--wallet', owner];
    const secret = { cwd: contest.folder, env: { SEED: sha256(`contest ${owner}`) } };
    const imported = ['wallet', 'import', ...key, '--seed-env', 'SEED', '--unencrypted'];
    expect(await runner.run(imported, secret)).toMatchObject({ code: 0 });
    return [...key, '--arena-url', contest.url];
  }

  async function summary(): Promise<ReleaseSummary> {
    return await new ArenaClient({ url: contest.url }).ask({ path: '/v1/public/corpus', answer: releaseSummarySchema });
  }

  /** Every row that the site serves. */
  async function publishedRows() {
    const { files } = await summary();
    const rows = [];
    for (const { name, sha256: hash } of files.filter((file) => file.name.endsWith('trajectories.jsonl'))) {
      const response = await fetch(`${contest.url}/v1/public/corpus/files/${encodeURIComponent(name)}`);
      const text = await response.text();
      expect(sha256(text)).toBe(hash);
      rows.push(...text.split('\n').filter(Boolean));
    }
    return rows.map((line) => JSON.parse(line));
  }

  async function codeOf(version: string): Promise<string> {
    const row = await contest.arena.arena.database.reader
      .selectFrom('agent_versions')
      .select('code_sha256')
      .where('agent_version_id', '=', version)
      .executeTakeFirstOrThrow();
    return row.code_sha256;
  }

  const change = (work: Parameters<SampleContest['arena']['arena']['database']['withTransaction']>[0]) =>
    contest.arena.arena.database.withTransaction(work);

  it(
    'the corpus of an arena is filtered incrementally from its records, and published without withheld rows',
    async () => {
      const free = await evaluated('native_tools.py', 'miner', 'CC-BY-4.0');
      const closed = await evaluated('careful_verifier.py', 'miner-two', 'none');

      // Its problems are not public yet.
      const hidden = await filter('corpus');
      expect(hidden).toMatchObject({ kept: 0, withheld_checked: true, quarantined: 0, resumed: 0 });
      expect(hidden.rows).toBeGreaterThanOrEqual(2 * PROBLEMS);
      expect(hidden.failing.PROBLEM_WITHHELD).toBe(hidden.rows);
      expect(await publish()).toMatchObject({ outcome: 'empty' });
      expect((await fetch(`${contest.url}/v1/public/corpus`)).status).toBe(404);

      await change(async (transaction) => {
        await transaction.updateTable('suites').set({ is_public: true }).execute();
      });
      const open = await filter('corpus');
      expect(open).toMatchObject({ rows: hidden.rows, resumed: 0, failing: { PROBLEM_WITHHELD: 0 } });
      expect(open.kept).toBeGreaterThan(0);
      expect(await filter('corpus')).toMatchObject({ rows: open.rows, kept: open.kept, resumed: open.rows });

      const third = await evaluated('native_tools.py', 'miner-two', 'CC0-1.0');
      const more = await filter('corpus');
      expect(more.rows).toBeGreaterThanOrEqual(open.rows + PROBLEMS);
      expect(more.resumed).toBe(open.rows);
      await filter('whole');
      expect(textsOf('corpus')).toEqual(textsOf('whole'));
      expect(await filter('corpus', '--fresh')).toMatchObject({ resumed: 0 });
      expect(textsOf('corpus')).toEqual(textsOf('whole'));

      const first = await publish();
      expect(first).toMatchObject({ outcome: 'published', release_number: 1 });
      // All three made the same calls, and the version that may not be published takes no row away from the others.
      expect(first.manifest).toMatchObject({ rows: more.kept, apart: { NO_LICENCE: 0 } });
      await until(async () => (await fetch(`${contest.url}/v1/public/corpus`)).ok);
      const rows = await publishedRows();
      expect(rows.length).toBeGreaterThan(0);
      const agents = new Set(rows.map(({ agent }) => agent));
      expect(agents).not.toContain(await codeOf(closed));
      const licences = new Map([
        [await codeOf(free), 'CC-BY-4.0'],
        [await codeOf(third), 'CC0-1.0'],
      ]);
      for (const row of rows) expect(row.licence).toBe(licences.get(row.agent));
      expect(await publish()).toMatchObject({ outcome: 'unchanged' });
      const short = await publish('--dry-run', '--set', 'maximumTokens=500');
      expect(short).toMatchObject({ manifest: { rows: 0 }, filtered: { kept: 0, config: { maximumTokens: 500 } } });
      expect(short.filtered.failing.TOO_LONG).toBeGreaterThanOrEqual(more.kept);

      // Both are the same program with the same calls, so the kept row may be from either.
      const isFirst = rows[0].agent === (await codeOf(free));
      const [owner, gone, other, stays] = isFirst
        ? (['miner', free, 'miner-two', third] as const)
        : (['miner-two', third, 'miner', free] as const);
      const signed = await signedBy(owner);
      const others = await runner.run(['corpus', 'withdraw', stays, ...signed], { cwd: contest.folder });
      expect(others).toMatchObject({ code: 1, error: expect.stringContaining('belongs to another contestant') });
      expect(await assay('corpus', 'withdraw', gone, ...signed)).toEqual({ withdrawn: [gone], already_withdrawn: [] });
      const repeated = await assay('corpus', 'withdraw', '--all', ...signed);
      expect(repeated).toMatchObject({ already_withdrawn: [gone] });
      const status = await runner.run(['status', gone, ...signed], { cwd: contest.folder });
      expect(status.output).toMatch(/corpus +withdrawn/);

      const second = await publish('--name', 'without');
      expect(second).toMatchObject({ outcome: 'published', release_number: 2 });
      const withdrawn = second.filtered.deciding.WITHDRAWN;
      expect(withdrawn).toBeGreaterThan(0);
      await until(async () => (await summary()).name === 'without');
      const left = await codeOf(stays);
      expect((await publishedRows()).every(({ agent }) => agent === left)).toBe(true);
      expect((await summary()).card).toContain(`${withdrawn} attempts that passed every other rule`);

      // A problem drawn for a race is hidden from then on, and so is every row that contains its text.
      const [drawn] = await publishedRows();
      const problem = contest.problems.find(({ id }) => id === drawn.problem_id)!;
      await change(async (transaction) => {
        await storeProblems(transaction, 'race', [problem], Date.now());
      });
      const last = await publish('--name', 'last');
      expect(last).toMatchObject({ outcome: 'published', release_number: 3 });
      await until(async () => (await summary()).name === 'last');
      const texts = (await publishedRows()).map((row) => JSON.stringify(row));
      expect(texts.some((text) => text.includes(problem.query) || text.includes(problem.id))).toBe(false);

      await assay('corpus', 'withdraw', stays, ...(await signedBy(other)));
      const none = await publish('--name', 'none');
      expect(none).toMatchObject({ outcome: 'published', manifest: { rows: 0 } });
      expect(none.manifest.apart.NO_LICENCE).toBeGreaterThan(0);
      await until(async () => (await summary()).name === 'none');
      expect((await summary()).card).toContain('with licence `none` were left out');
      expect(await publishedRows()).toEqual([]);
    },
    scaled(300_000),
  );
});
