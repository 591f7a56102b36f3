import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CorpusRow, CorpusRows } from '../../corpus/corpus-rows-schema.ts';
import { buildRelease, type ReleaseSummary } from '../../corpus/release.ts';
import { sampleBuildOptions, sampleRow, writeFiltered } from '../../corpus/testing/sample-filtered.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { makeSqliteDatabase } from '../../store/testing/every-engine.ts';
import { MovedClock } from '../../testing/moved-clock.ts';
import { ONCE_A_SECOND } from '../http/endpoint.ts';
import { type AnotherServer, SampleServer } from '../testing/sample/sample-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-published-'));
const release = join(folder, 'release');
const problems = sampleProblems(20);
const OTHER_MODEL = { policy: { name: 'some/model', simulated: false }, agency: { verdict: 'mixed', because: 'half' } };
let arena: SampleServer;
let server: AnotherServer;
let clock: MovedClock;

beforeAll(async () => {
  clock = new MovedClock();
  arena = await SampleServer.open(makeSqliteDatabase);
  server = await arena.openAnother({ corpusFolder: release });
});
afterAll(async () => {
  clock.restore();
  await server.close();
  await arena.close();
  rmSync(folder, { recursive: true });
});

async function build(out: string): Promise<void> {
  const filtered = writeFiltered(
    `${out}-filtered`,
    problems.map((problem, place) => sampleRow(problem, place % 3 === 0 ? OTHER_MODEL : {})),
  );
  await buildRelease(sampleBuildOptions(filtered, out, { name: 'published', problems }));
}

describe('the published corpus', () => {
  it('the corpus is not found before it is published, then shown with its files, without held-out rows', async () => {
    expect(await server.ask({ target: '/v1/public/corpus' })).toMatchObject({ status: 404 });
    expect(await arena.ask({ target: '/v1/public/corpus' })).toMatchObject({ status: 404 });
    await build(release);
    clock.pass(ONCE_A_SECOND.maxAgeMilliseconds);
    const { status, json } = await server.ask({ target: '/v1/public/corpus' });
    expect(status).toBe(200);
    const summary = json as ReleaseSummary;
    expect(summary).toMatchObject({ name: 'published', card: expect.stringContaining('# published') });
    expect(summary.funnel.at(-1)).toMatchObject({ stage: 'in the release', rows: 20 });
    expect(summary.composition.find(({ by }) => by === 'outcome')).toBeDefined();
    expect(summary.samples.every(({ run_id, split }) => run_id === null && split !== 'heldout')).toBe(true);
    expect(summary.files.map(({ name }) => name)).toContain('train/trajectories.jsonl');
    for (const { name, bytes } of summary.files) {
      const file = await server.ask({ target: `/v1/public/corpus/files/${encodeURIComponent(name)}` });
      expect(file.headers['content-disposition']).toMatch(/^attachment/);
      expect(file.bytes).toHaveLength(bytes);
      expect(file.bytes.equals(readFileSync(join(release, name)))).toBe(true);
    }
    for (const name of [
      'heldout/trajectories.jsonl',
      'rows.jsonl',
      '../release-filtered/filter.json',
      '/etc/passwd',
      '',
    ]) {
      const answer = await server.ask({ target: `/v1/public/corpus/files/${encodeURIComponent(name)}` });
      expect(answer.status, name).toBeGreaterThanOrEqual(400);
    }
  });

  describe('row by row', () => {
    const shown = join(folder, 'shown');
    let reader: AnotherServer;
    beforeAll(async () => {
      await build(shown);
      reader = await arena.openAnother({ corpusFolder: shown });
    });
    afterAll(async () => await reader.close());
    const listed = async (query = ''): Promise<CorpusRows> => {
      const { status, json } = await reader.ask({ target: `/v1/public/corpus/rows?${query}` });
      expect(status, query).toBe(200);
      return json as CorpusRows;
    };
    const stated = (): readonly { id: string; split: string; sha256: string }[] =>
      readFileSync(join(shown, 'rows.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));

    it('lists what can be downloaded, page by page, and nothing that is held out', async () => {
      const all = await listed('limit=100');
      const open = stated().filter(({ split }) => split !== 'heldout');
      expect(open.length).toBeLessThan(stated().length);
      expect(all.rows.map(({ id }) => id).sort()).toEqual(open.map(({ id }) => id).sort());
      expect(all).toMatchObject({ total: open.length, matching: open.length, beyond: 0, next_cursor: null });
      const summary = (await reader.ask({ target: '/v1/public/corpus' })).json as ReleaseSummary;
      expect(all.total).toBe(summary.files.reduce((sum, { rows }) => sum + (rows ?? 0), 0));
      for (const limit of [1, 3, 7]) {
        const paged: CorpusRows['rows'] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const page: CorpusRows = await listed(`limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
          paged.push(...page.rows);
          cursor = page.next_cursor;
        }
        expect(paged).toEqual(all.rows);
      }
    });

    it('filters by what rows are, and says how many there are of each', async () => {
      const all = await listed('limit=100');
      for (const { name, values } of all.filters) {
        expect(
          values.reduce((sum, { rows }) => sum + rows, 0),
          name,
        ).toBe(all.total);
        for (const { value, rows } of values) {
          const some = await listed(`limit=100&${name}=${encodeURIComponent(value)}`);
          expect(some.matching, `${name} ${value}`).toBe(rows);
          expect(some.rows.every((row) => row[name] === value)).toBe(true);
        }
      }
      expect((await listed('model=some/model&agency=agentic')).rows).toEqual([]);
      expect((await listed('model=some/model&agency=mixed')).matching).toBeGreaterThan(0);
      for (const query of ['split=heldout', 'limit=0', 'limit=101', 'cursor=!', 'outcome=maybe']) {
        expect((await reader.ask({ target: `/v1/public/corpus/rows?${query}` })).status, query).toBe(422);
      }
      expect((await reader.ask({ target: '/v1/public/corpus/rows?cursor=abc' })).status).toBe(400);
    });

    it('shows a row with the hash that the release states, and never the code of its agent', async () => {
      for (const { id, split, sha256 } of stated()) {
        const { status, json, text } = await reader.ask({ target: `/v1/public/corpus/rows/${encodeURIComponent(id)}` });
        if (split === 'heldout') {
          expect(status).toBe(404);
          continue;
        }
        const row = json as CorpusRow;
        expect(row.provenance).toMatchObject({ sha256, licence: 'unstated', version: null, is_attempt_public: false });
        expect(row.messages.at(1)).toMatchObject({ role: 'user', content: row.query });
        expect(text).not.toContain('f'.repeat(64));
      }
      for (const id of ['nothing', '..', 'rows.jsonl']) {
        expect((await reader.ask({ target: `/v1/public/corpus/rows/${id}` })).status, id).toBe(404);
      }
    });
  });
});
