import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SPLIT_NAMES } from '../../problems/clusters/split-by-cluster.ts';
import type { Problem } from '../../problems/problem.ts';
import { sampleProblems } from '../../problems/suites/sample-problems.ts';
import { buildRelease } from './build-release.ts';
import { openRelease } from './open-release.ts';
import { sampleOrder, sampleRow, writeFiltered } from './sample-filtered.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-previous-'));
afterAll(() => rmSync(folder, { recursive: true }));

let places = 0;

function place(): string {
  return join(folder, `place-${++places}`);
}

async function splitsOf(out: string): Promise<Map<string, string>> {
  const release = await openRelease(out);
  const splits = new Map<string, string>();
  for (const split of SPLIT_NAMES) for await (const row of release.rows(split)) splits.set(row.problem_id, split);
  return splits;
}

function inputOf(problems: readonly Pick<Problem, 'id' | 'query'>[]): string {
  return writeFiltered(
    place(),
    problems.map((problem) => sampleRow(problem)),
  );
}

describe('a release that follows another', () => {
  it('leaves every problem in its split, whatever the seed, and says what came and went', async () => {
    const problems = sampleProblems(40);
    const first = sampleOrder(inputOf(problems.slice(0, 25)), place(), { seed: 1 });
    await buildRelease(first);
    const before = await splitsOf(first.out);
    const next = sampleOrder(inputOf(problems.slice(5)), place(), { seed: 99, previous: first.out });
    const { manifest } = await buildRelease(next);
    const after = await splitsOf(next.out);
    for (const [id, split] of before) if (after.has(id)) expect([id, after.get(id)]).toEqual([id, split]);
    expect(manifest.changes).toMatchObject({
      previous: { name: 'sample' },
      rows: { added: 15, removed: 5, kept: 20 },
      problems: { added: 15, removed: 5, kept: 20 },
    });
    expect(readFileSync(join(next.out, 'CARD.md'), 'utf8')).toMatch(/15 rows were added, 5 removed and 20 stayed/);
    // Without it the other seed puts some elsewhere, or this would show nothing.
    const free = sampleOrder(inputOf(problems.slice(5)), place(), { seed: 99 });
    await buildRelease(free);
    const freely = await splitsOf(free.out);
    expect([...before].some(([id, split]) => freely.has(id) && freely.get(id) !== split)).toBe(true);
  });

  it('leaves out a new problem that would tie two splits together', async () => {
    const problems = sampleProblems(2);
    const shares = { train: 0.5, dev: 0.5, heldout: 0 };
    const first = sampleOrder(inputOf(problems), place(), { shares });
    await buildRelease(first);
    expect(new Set((await splitsOf(first.out)).values()).size).toBe(2);
    const link: Problem = {
      id: 'link',
      query: 'both of them, please',
      category: 'shop',
      difficulty: 'medium',
      targets: problems.flatMap(({ targets }) => targets),
    };
    const known = [...problems, link];
    const next = sampleOrder(inputOf([...problems, link]), place(), { shares, problems: known, previous: first.out });
    const { manifest, apart } = await buildRelease(next);
    expect(apart).toEqual([{ id: 'row-link', kind: 'trajectories', reason: 'CROSSING' }]);
    expect(manifest).toMatchObject({ rows: 2, apart: { CROSSING: 1 } });
    expect(await splitsOf(next.out)).toEqual(await splitsOf(first.out));
  });
});
