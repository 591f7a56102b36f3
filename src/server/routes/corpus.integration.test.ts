import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildRelease, type ReleaseSummary } from '../../corpus/release.ts';
import { sampleOrder, sampleRow, writeFiltered } from '../../corpus/testing/sample-filtered.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { type AnotherServer, SampleServer } from '../testing/sample/sample-server.ts';
import { makeSqlitePlace } from '../testing/sample/sqlite-place.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-published-'));
const release = join(folder, 'release');
const problems = sampleProblems(20);
let arena: SampleServer;
let server: AnotherServer;

beforeAll(async () => {
  arena = await SampleServer.open(makeSqlitePlace);
  server = await arena.openAnother({ corpusFolder: release });
});
afterAll(async () => {
  await server.close();
  await arena.close();
  rmSync(folder, { recursive: true });
});

async function build(): Promise<void> {
  const filtered = writeFiltered(
    join(folder, 'filtered'),
    problems.map((problem) => sampleRow(problem)),
  );
  await buildRelease(sampleOrder(filtered, release, { name: 'published', problems }));
}

describe('the published corpus', () => {
  it('is nowhere before there is one, then shown with its files, and what it holds out never', async () => {
    expect(await server.ask({ target: '/v1/public/corpus' })).toMatchObject({ status: 404 });
    expect(await arena.ask({ target: '/v1/public/corpus' })).toMatchObject({ status: 404 });
    await build();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
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
    for (const name of ['heldout/trajectories.jsonl', 'rows.jsonl', '../filtered/filter.json', '/etc/passwd', '']) {
      const answer = await server.ask({ target: `/v1/public/corpus/files/${encodeURIComponent(name)}` });
      expect(answer.status, name).toBeGreaterThanOrEqual(400);
    }
  });
});
