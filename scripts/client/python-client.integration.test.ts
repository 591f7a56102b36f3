import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRelease } from '../../src/corpus/release.ts';
import { sampleBuildOptions, sampleRow, writeFiltered } from '../../src/corpus/testing/sample-filtered.ts';
import { sampleProblems } from '../../src/problems/testing/sample-problems.ts';
import { plainAgent } from '../../src/server/testing/sample/sample-agents.ts';
import { passSampleDay } from '../../src/server/testing/sample/sample-day.ts';
import { SampleServer } from '../../src/server/testing/sample/sample-server.ts';
import { seedOf } from '../../src/server/testing/sample/sample-wallets.ts';
import { makeSqliteDatabase } from '../../src/store/testing/every-engine.ts';
import { scaled } from '../../src/testing/scaled.ts';
import { sampleSummary } from '../../src/training/testing/sample-summary.ts';
import { clientDocument, documentText } from './client-document.ts';

const CLIENT = fileURLToPath(new URL('../../python/client', import.meta.url));
const DOCUMENT = readFileSync(join(CLIENT, 'openapi.json'), 'utf8');
const PYTHON = process.env.ASSAY_CLIENT_PYTHON || 'python3';
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * The document that the installed package was generated from; undefined if the package or another one that the tests
 * need is missing.
 */
function installedDocument(): string | undefined {
  const ask =
    'import assay_client, bittensor_wallet, importlib.resources as r, matplotlib, pandas;' +
    "print((r.files('assay_client') / 'openapi.json').read_text(), end='')";
  try {
    return execFileSync(PYTHON, ['-c', ask], { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26 }).toString();
  } catch {
    return undefined;
  }
}

const installed = installedDocument();
const reason =
  installed === undefined
    ? ' (skipped: ASSAY_CLIENT_PYTHON names a Python with `./python/client[wallet,notebook]`)'
    : '';

async function run(words: readonly string[], input: string, environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(PYTHON, words, { env: { ...process.env, ...environment } });
  child.stdin.end(input);
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  expect(code, errors).toBe(0);
  return output;
}

describe('the Python client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-python-client-'));
  let server: SampleServer;
  beforeAll(async () => {
    server = await SampleServer.open(makeSqliteDatabase);
    await passSampleDay(server);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('the Python client is generated from the description of this server (else: npm run client:openapi)', () => {
    expect(DOCUMENT).toBe(documentText(clientDocument({ ...server.started.server.swagger() })));
  });

  it.skipIf(installed === undefined)(
    `the Python client is installed from the description of this server${reason}`,
    () => {
      expect(installed).toBe(DOCUMENT);
    },
  );

  it.skipIf(installed === undefined)(
    `the Python client signs concurrent requests and raises error responses${reason}`,
    { timeout: scaled(60_000) },
    async () => {
      const given = { url: server.url, seed: seedOf('alice').toString('hex'), agent: plainAgent(7) };
      const output = await run([join(CLIENT, 'tests', 'signed_calls.py')], JSON.stringify(given));
      const results = JSON.parse(output);
      expect(results).toMatchObject({
        status: 'ACCEPTED',
        withdrawn: true,
        entries: 0,
        unsigned: { status: 401, code: 'MISSING_HEADERS' },
        elsewhere: { status: 401, code: 'INVALID_SIGNATURE' },
        missing: { status: 404, code: 'EVAL_RUN_NOT_FOUND' },
        malformed: { status: 422, text: expect.stringContaining('limit') },
      });
      expect(results.names).toHaveLength(5);
      for (const names of results.names) expect(names).toContain('from Python');
    },
  );

  it.skipIf(installed === undefined)(
    `the example of the Python client makes data frames and a plot of an arena${reason}`,
    { timeout: scaled(120_000) },
    async () => {
      const problems = sampleProblems(20);
      const rows = problems.map((problem) => sampleRow(problem));
      const release = join(folder, 'release');
      await buildRelease(
        sampleBuildOptions(writeFiltered(join(folder, 'filtered'), rows), release, { name: 'published', problems }),
      );
      mkdirSync(join(folder, 'runs'));
      writeFileSync(join(folder, 'runs', 'summary.json'), JSON.stringify(sampleSummary()));
      const changed = { corpusFolder: release, trainingFolder: join(folder, 'runs') };
      const another = await server.openAnother(changed);
      const picture = join(folder, 'report.png');
      try {
        const environment = { ASSAY_URL: another.url, ASSAY_PICTURE: picture, MPLBACKEND: 'Agg' };
        const output = await run([join(CLIENT, 'examples', 'arena_report.py')], '', environment);
        expect(output).toMatch(/attempts of \w+ v2[\s\S]*sample-1 on dev-75/);
        expect(output).toMatch(/in the release +20[\s\S]*rows in train\/trajectories\.jsonl/);
      } finally {
        await another.close();
      }
      const drawn = readFileSync(picture);
      expect(drawn.subarray(0, PNG.length)).toEqual(PNG);
    },
  );
});
