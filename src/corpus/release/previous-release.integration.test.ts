import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { SPLIT_NAMES } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { scaled } from '../../testing/scaled.ts';
import { sampleBuildOptions, sampleRow, writeFiltered } from '../testing/sample-filtered.ts';
import { buildRelease } from './build-release.ts';
import { openRelease } from './open-release.ts';

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
  it('a following release keeps every problem in its split for any seed, and reports additions and removals', async () => {
    const problems = sampleProblems(40);
    const first = sampleBuildOptions(inputOf(problems.slice(0, 25)), place(), { seed: 1 });
    await buildRelease(first);
    const before = await splitsOf(first.out);
    const next = sampleBuildOptions(inputOf(problems.slice(5)), place(), { seed: 99, previous: first.out });
    const { manifest } = await buildRelease(next);
    const after = await splitsOf(next.out);
    for (const [id, split] of before) if (after.has(id)) expect([id, after.get(id)]).toEqual([id, split]);
    expect(manifest.changes).toMatchObject({
      previous: { name: 'sample' },
      rows: { added: 15, removed: 5, kept: 20 },
      problems: { added: 15, removed: 5, kept: 20 },
    });
    expect(readFileSync(join(next.out, 'CARD.md'), 'utf8')).toMatch(/15 rows were added, 5 removed and 20 kept/);
    // Without it, the other seed moves some problems; otherwise this test would prove nothing.
    const free = sampleBuildOptions(inputOf(problems.slice(5)), place(), { seed: 99 });
    await buildRelease(free);
    const freely = await splitsOf(free.out);
    expect([...before].some(([id, split]) => freely.has(id) && freely.get(id) !== split)).toBe(true);
  });

  it('a following release keeps the split of a problem that was missing for a while', async () => {
    const problems = sampleProblems(30);
    const first = sampleBuildOptions(inputOf(problems), place(), { seed: 1 });
    await buildRelease(first);
    const before = await splitsOf(first.out);
    // Releases without most of them in between, each with another seed.
    let previous = first.out;
    for (const [day, some] of [problems.slice(0, 3), problems.slice(3, 6)].entries()) {
      const order = sampleBuildOptions(inputOf(some), place(), { seed: 50 + day, previous });
      const { manifest } = await buildRelease(order);
      expect(manifest.changes!.problems).toMatchObject(day === 0 ? { kept: 3, removed: 27 } : { added: 3, removed: 3 });
      previous = order.out;
    }
    const last = sampleBuildOptions(inputOf(problems), place(), { seed: 99, previous });
    expect((await buildRelease(last)).manifest).not.toHaveProperty('earlier');
    expect(await splitsOf(last.out)).toEqual(before);
    writeFileSync(join(previous, 'earlier.jsonl'), '');
    await expect(openRelease(previous)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('a following release remembers the split of a problem sealed since, but not its text', async () => {
    const problems = sampleProblems(12);
    const first = sampleBuildOptions(inputOf(problems), place(), { seed: 1 });
    await buildRelease(first);
    const sealed = problems.slice(0, 2);
    const next = sampleBuildOptions(inputOf(problems.slice(1, 8)), place(), { seed: 5, previous: first.out, sealed });
    expect((await buildRelease(next)).manifest).toMatchObject({ rows: 6, apart: { SEALED: 1 } });
    const earlier = readFileSync(join(next.out, 'earlier.jsonl'), 'utf8');
    for (const { id, query } of sealed) {
      expect(earlier).toContain(JSON.stringify(id));
      expect(earlier).not.toContain(query);
    }
    expect(earlier).toContain(JSON.stringify(problems[9]!.query));
    const last = sampleBuildOptions(inputOf(problems), place(), { seed: 77, previous: next.out });
    await buildRelease(last);
    expect(await splitsOf(last.out)).toEqual(await splitsOf(first.out));
  });

  it('a following release never moves a problem, whatever is added or removed', {
    timeout: scaled(60_000),
  }, async () => {
    const problems = sampleProblems(16);
    const day = fc.record({ seed: fc.nat(1_000), some: fc.subarray([...problems], { minLength: 1 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: 2, maxLength: 4 }), async (days) => {
        const seen = new Map<string, string>();
        let previous: string | undefined;
        for (const { seed, some } of days) {
          const order = sampleBuildOptions(inputOf(some), place(), { seed, previous });
          await buildRelease(order);
          for (const [id, split] of await splitsOf(order.out)) {
            expect([id, split]).toEqual([id, seen.get(id) ?? split]);
            seen.set(id, split);
          }
          previous = order.out;
        }
      }),
      { numRuns: 5 },
    );
  });

  it('a following release omits a new problem that would link two splits', async () => {
    const problems = sampleProblems(2);
    const shares = { train: 0.5, dev: 0.5, heldout: 0 };
    const first = sampleBuildOptions(inputOf(problems), place(), { shares });
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
    const next = sampleBuildOptions(inputOf([...problems, link]), place(), {
      shares,
      problems: known,
      previous: first.out,
    });
    const { manifest, apart } = await buildRelease(next);
    expect(apart).toEqual([{ id: 'row-link', kind: 'trajectories', reason: 'CROSSING' }]);
    expect(manifest).toMatchObject({ rows: 2, apart: { CROSSING: 1 } });
    expect(await splitsOf(next.out)).toEqual(await splitsOf(first.out));
    // That two problems belong together may become known too late. With rows of both, no release can be built …
    const [one, other] = problems;
    const alike = [one!, { ...other!, targets: [...other!.targets, ...one!.targets] }];
    const both = sampleBuildOptions(inputOf(problems), place(), { shares, problems: alike, previous: first.out });
    await expect(buildRelease(both)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    // … and with rows of one of them, it keeps its split.
    const alone = sampleBuildOptions(inputOf([one!]), place(), { shares, problems: alike, previous: first.out });
    await buildRelease(alone);
    expect((await splitsOf(alone.out)).get(one!.id)).toBe((await splitsOf(first.out)).get(one!.id));
  });
});
