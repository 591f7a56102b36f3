import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSuite as createArenaSuite } from '../arena/exam.ts';
import { BankHiddenProblems } from '../arena/race.ts';
import { assignSplits } from '../corpus/release/assign-splits.ts';
import { openSuite } from '../evaluation/suites.ts';
import { sharedMarket } from '../market/testing/shared-market.ts';
import type { Problem } from '../problems/problem.ts';
import { problemToWire } from '../problems/problem-wire.ts';
import { createSuite, growBank, type SuiteKind } from '../problems/suites.ts';
import { measuredProblems, sampleClock, sampleProblems } from '../problems/testing/sample-problems.ts';
import { writeProblems } from '../problems/write-problems.ts';
import { SampleServer } from '../server/testing/sample/sample-server.ts';
import { addressOf } from '../server/testing/sample/sample-wallets.ts';
import { makeSqliteDatabase } from '../store/testing/every-engine.ts';
import { readRecipe } from '../training/recipe.ts';
import { openSuites } from '../training/run.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(ROOT, 'bin', 'assay.js');
const held = measuredProblems(4, 'held');
const now = sampleClock();
const open = measuredProblems(6, 'open');

/** Forms in which a sealed problem may come back. */
const DISGUISES: readonly (readonly [name: string, problems: readonly Problem[]])[] = [
  ['as it is', [open[0]!, held[1]!]],
  ['under a fresh id', [open[0]!, { ...held[1]!, id: 'fresh' }]],
  [
    'in other words with another answer',
    [open[0]!, { ...held[1]!, id: 'reworded', query: held[1]!.query.toUpperCase(), targets: open[1]!.targets }],
  ],
];

const isSealed = { code: 'PROBLEM_SEALED' };

let server: SampleServer;
let bank: string;
/** An arena suite of the sealed problems, created before they were sealed. */
let earlierSuite: number;

function bankSuite(name: string, kind: SuiteKind, problems: readonly Problem[], sealed = false) {
  return createSuite({ folder: bank, suite: { name, version: 1, kind, problems }, sealed, now });
}

async function fileOf(name: string, problems: readonly Problem[]): Promise<string> {
  const path = join(server.folder, `${name}.jsonl`);
  await writeProblems(path, problems);
  return path;
}

async function createOverApi(body: object) {
  return await server.ask({ as: 'admin', method: 'POST', target: '/v1/admin/suites', body });
}

beforeAll(async () => {
  server = await SampleServer.open(makeSqliteDatabase);
  bank = join(server.folder, 'bank');
  mkdirSync(bank, { recursive: true });
  const copies = held.map((problem) => ({ ...problem, id: `early-${problem.id}` }));
  await bankSuite('early', 'heldout', copies);
  const suite = { name: 'early', problems: copies, isPublic: true };
  const by = { who: addressOf('admin'), now: server.arena.now() };
  earlierSuite = (await createArenaSuite(server.arena.database, suite, by)).suiteId;
  await bankSuite('vault', 'heldout', held, true);
});
afterAll(async () => await server.close());

describe.each(DISGUISES)('a sealed problem %s', (disguise, problems) => {
  const slug = disguise.replaceAll(' ', '-');

  it.each(['qualifying', 'race', 'heldout'] as const)(
    'a sealed problem is rejected in a suite of kind %s',
    async (kind) => {
      await expect(bankSuite(`try-${kind}`, kind, problems)).rejects.toMatchObject(isSealed);
    },
  );

  it('a sealed problem is rejected by the race bank', async () => {
    await expect(growBank({ folder: bank, problems, now })).rejects.toMatchObject(isSealed);
  });

  it.each([true, false])(
    'a sealed problem is rejected in an arena suite sent inline (public: %s)',
    async (is_public) => {
      const answer = await createOverApi({ problems: problems.map(problemToWire), is_public });
      expect(answer).toMatchObject({ status: 403, json: { error_code: 'PROBLEM_SEALED' } });
    },
  );

  it('a sealed problem is rejected as a twin', async () => {
    const target = `/v1/admin/suites/${earlierSuite}/twins`;
    const body = { problems: problems.map(problemToWire) };
    const answer = await server.ask({ as: 'admin', method: 'POST', target, body });
    expect(answer).toMatchObject({ status: 403, json: { error_code: 'PROBLEM_SEALED' } });
  });

  it('a sealed problem is rejected by evaluations and training on a problem file', async () => {
    const file = await fileOf(slug, problems);
    const clean = await fileOf('clean', open);
    await expect(openSuite(file, bank)).rejects.toMatchObject(isSealed);
    const recipe = readRecipe(join(ROOT, 'recipes', 'ci.json'));
    const places = { bank, ledger: join(server.folder, 'openings.jsonl') };
    for (const suites of [
      { train: file, dev: clean },
      { train: clean, dev: file },
    ]) {
      const asked = { ...recipe, suites: { ...recipe.suites, ...suites, held_out: [] } };
      await expect(openSuites(asked, places)).rejects.toMatchObject(isSealed);
    }
  });

  it('a sealed problem is left out of a corpus', () => {
    const shares = { train: 1, dev: 0, heldout: 0 };
    const apart = held.map((problem) => ({ problem, reason: 'SEALED' as const }));
    const request = { problems, apart, settled: [], leaveOutLinks: false, market: undefined, shares, seed: 1 };
    expect([...assignSplits(request).apart]).toEqual([[problems[1]!.id, 'SEALED']]);
  });

  it('a problem in the race bank or in an open suite cannot be sealed', async () => {
    const other = join(server.folder, `other-${slug}`);
    await growBank({ folder: other, problems, now });
    const vault = { name: 'vault', version: 1, kind: 'heldout', problems: held } as const;
    await expect(createSuite({ folder: other, suite: vault, sealed: true, now })).rejects.toThrow(/sealed/);
    rmSync(other, { recursive: true });
    await createSuite({ folder: other, suite: { name: 'q', version: 1, kind: 'qualifying', problems }, now });
    await expect(createSuite({ folder: other, suite: vault, sealed: true, now })).rejects.toThrow(/sealed/);
  });
});

describe('a suite from before the seal', () => {
  it.each(['early', 'vault'])('a suite from before the seal is rejected as bank:%s', async (name) => {
    const answer = await createOverApi({ problem_suite_uri: `bank:${name}` });
    expect(answer).toMatchObject({ status: 403, json: { error_code: 'PROBLEM_SEALED' } });
  });

  it('a suite from before the seal can neither be activated in the arena nor read', async () => {
    const target = `/v1/admin/suites/${earlierSuite}/activate`;
    const activated = await server.ask({ as: 'admin', method: 'POST', target });
    expect(activated).toMatchObject({ status: 403, json: { error_code: 'PROBLEM_SEALED' } });
    const read = await server.ask({ target: `/v1/public/suites/${earlierSuite}/problems` });
    expect(read.status).toBe(404);
    expect(read.text).not.toContain('held');
  });

  it('a suite from before the seal is rejected by assay try, by name and as a file', { tags: 'slow' }, async () => {
    await sharedMarket({ products: 3_000, seed: 5, folder: join(server.folder, 'market') });
    const agent = join(ROOT, 'agents', 'native_tools.py');
    const place = ['--market', join(server.folder, 'market'), '--bank', bank, '--data', join(server.folder, 'data')];
    const copies = await fileOf('copies', [{ ...held[2]!, id: 'copy' }]);
    for (const named of [
      ['--suite', 'early'],
      ['--suite', 'vault'],
      ['--problems', copies],
    ]) {
      const ran = promisify(execFile)(process.execPath, [PROGRAM, 'try', agent, '--simulated', ...named, ...place]);
      await expect(ran).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('sealed') });
    }
  });
});

describe('an arena that compares requests by meaning', () => {
  const origin = 'Looking for a corduroy dungaree with brass buckles and deep pockets.';
  const reworded = 'My overalls fell apart, is there a fresh corduroy one with roomy pouches and yellowish clasps?';
  const others = ['A corduroy cap for my uncle.', 'Show me velvet curtains.', 'Tea towels with a checked pattern.'];
  const problemsOf = (prefix: string, queries: readonly string[]) =>
    measuredProblems(queries.length, prefix).map((problem, place) => ({ ...problem, query: queries[place]! }));

  let endpoint: Server;
  let baseUrl: string;
  let keys: (string | undefined)[];
  beforeEach(async () => {
    keys = [];
    // Two directions: garments with straps, and everything else.
    endpoint = createServer(async (request, response) => {
      keys.push(request.headers.authorization);
      const { input } = (await readJson(request)) as { input: readonly string[] };
      const data = input.map((text, index) => {
        return { index, embedding: /dungaree|overalls/.test(text) ? [0.8, 0.6] : [0, 1], object: 'embedding' };
      });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data }));
    });
    await once(endpoint.listen(0, '127.0.0.1'), 'listening');
    baseUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`;
  });
  afterEach(() => {
    endpoint.close();
    vi.unstubAllEnvs();
  });

  async function createIn(config: Readonly<Record<string, unknown>>): Promise<number> {
    vi.stubEnv('ASSAY_MODELS', join(server.folder, 'models'));
    const arena = await SampleServer.open(makeSqliteDatabase, { config });
    try {
      const suite = {
        name: 'vault',
        version: 1,
        kind: 'heldout',
        problems: problemsOf('a', [...others, origin]),
      } as const;
      await createSuite({ folder: join(arena.folder, 'bank'), suite, sealed: true, now });
      const body = { problems: problemsOf('b', [reworded]).map(problemToWire) };
      return (await arena.ask({ as: 'admin', method: 'POST', target: '/v1/admin/suites', body })).status;
    } finally {
      await arena.close();
    }
  }

  it('a rewording of a sealed problem is rejected by meaning, but not by words', async () => {
    expect(await createIn({ queries: { measure: 'some/model', baseUrl } })).toBe(403);
    expect(keys.length).toBeGreaterThan(0);
    expect(await createIn({})).toBe(201);
  });

  it('an arena does not start with a local model that was not fetched', async () => {
    await expect(createIn({ queries: { measure: 'model' } })).rejects.toThrow(/is not in .*models/);
    await expect(createIn({ queries: { measure: 'words', baseUrl } })).rejects.toThrow(/names the model/);
  });
});

it('open problems are accepted on every route', async () => {
  await growBank({ folder: bank, problems: sampleProblems(9, 'hidden'), now });
  await bankSuite('open', 'qualifying', open);
  expect((await createOverApi({ problem_suite_uri: 'bank:open' })).status).toBe(201);
  const sent = await createOverApi({ problems: open.map(problemToWire) });
  expect(sent.status).toBe(201);
  const { suite_id } = sent.json as { suite_id: number };
  const activated = await server.ask({ as: 'admin', method: 'POST', target: `/v1/admin/suites/${suite_id}/activate` });
  expect(activated.status).toBe(200);
  expect((await server.ask({ target: `/v1/public/suites/${suite_id}/problems` })).status).toBe(200);
  expect(await openSuite(await fileOf('clean', open), bank)).toMatchObject({ kind: 'dev' });
  expect(await new BankHiddenProblems(bank, now).commit('race-1', 9)).toMatchObject({ ok: true });
});

/** Product code that reads problems of a bank, and why it does not leak sealed ones. */
const READERS: Readonly<Record<string, string>> = {
  'src/arena/exam/create-suite.ts': 'callers check: problems-from.ts',
  'src/arena/exam/store-problems.ts': 'callers check: create-suite.ts, start-race.ts',
  'src/arena/race/bank-hidden-problems.ts': 'reads the race bank, which growBank and createSuite keep apart from seals',
  'src/arena/race/start-race.ts': 'stores what bank-hidden-problems.ts gives',
  'src/arena/twins/add-twins.ts': 'stores what problems-from.ts or bank-hidden-problems.ts gives',
  'src/cli/commands/problems/bank.ts': 'prints counts and ids',
  'src/cli/commands/problems/dispute.ts': 'records an id and a digest',
  'src/cli/commands/problems/suite.ts': 'shows sealed problems by id only',
  'src/cli/commands/try/try.ts': 'checked here',
  'src/evaluation/suites/bank-training.ts': 'compares only',
  'src/evaluation/suites/open-suite.ts': 'checked here; held-out suites are counted by the ledger of looks',
  'src/server/http/problems-from.ts': 'checked here',
};

it('only the listed files read problems of a bank', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.startsWith('src/problems/') && !/\.test\.ts$|\/testing\//.test(file),
  );
  const readers = files.filter((file) =>
    /\b(loadSuite|readBank|storeProblems)\(/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(readers.toSorted()).toEqual(Object.keys(READERS).toSorted());
});
