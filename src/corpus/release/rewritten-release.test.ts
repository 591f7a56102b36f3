import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SPLIT_NAMES } from '../../problems/clusters.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { withFolderLock } from '../../store/files.ts';
import { CORPUS_FORMATS } from '../render/corpus-formats.ts';
import { exportRelease } from '../render/export-release.ts';
import {
  sampleBuildOptions,
  sampleRewritten,
  sampleRow,
  writeFiltered,
  writeRewrittenRows,
} from '../testing/sample-filtered.ts';
import { buildRelease } from './build-release.ts';
import { findAttempt } from './find-attempt.ts';
import { openRelease } from './open-release.ts';
import { summariseRelease } from './release-summary.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-rewritten-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PROBLEMS = sampleProblems(20);
const [SAID, WRITTEN] = [PROBLEMS.slice(0, 15), PROBLEMS.slice(10)];

let places = 0;

function place(): string {
  return join(folder, `place-${++places}`);
}

const input = writeFiltered(
  place(),
  SAID.map((problem) => sampleRow(problem)),
);
const rewritten = writeRewrittenRows(
  place(),
  WRITTEN.map((problem) => sampleRewritten(problem)),
);

describe('a release with rewritten rows', () => {
  it('rewritten rows are in separate files of a release, in the splits of their problems, counted apart', async () => {
    const order = sampleBuildOptions(input, place(), { rewritten });
    const { manifest } = await buildRelease(order);
    expect(manifest).toMatchObject({ rows: 15, rewritten: { rows: 10, config_fingerprint: 'def' } });
    const release = await openRelease(order.out);
    const splitOf = new Map<string, string>();
    for (const split of SPLIT_NAMES) {
      for await (const row of release.rows(split)) {
        expect(row.source).toBe('arena');
        splitOf.set(row.problem_id, split);
      }
    }
    let count = 0;
    for (const split of SPLIT_NAMES) {
      for await (const row of release.rewritten(split)) {
        count++;
        expect(row).toMatchObject({ source: 'rewritten', rewritten: { model: 'house/expert', gain: 0.2 }, split });
        expect(splitOf.get(row.problem_id) ?? split).toBe(split);
      }
    }
    expect(count).toBe(10);
    const card = readFileSync(join(order.out, 'CARD.md'), 'utf8');
    expect(card).toMatch(/15 trajectories of shopping agents[\s\S]*Yes, in 10 rows in addition to those above/);
    const summary = await summariseRelease(order.out);
    expect(summary.funnel.at(-1)).toMatchObject({ stage: 'in the release', rows: 15 });
    // Not part of the 15 rows that the composition divides.
    expect(summary.composition.map(({ by }) => by)).not.toContainEqual(expect.stringContaining('rewritten'));
    expect(summary.files.map(({ name }) => name)).toContain('train/rewritten.jsonl');
    expect(card).toContain('Problems that races may still draw were NOT excluded');
    const id = WRITTEN.at(-1)!.id;
    expect(await findAttempt(order.out, `row-${id}`)).toMatchObject({ row: { rewritten: true } });
    expect(await findAttempt(order.out, `row-${SAID[0]!.id}`)).toMatchObject({ row: { rewritten: false } });
    expect(await findAttempt(rewritten, `row-${id}`)).toMatchObject({ kind: 'rewriting', outcome: 'kept' });
  });

  it('a release has rewritten rows only on request, and earlier ones are removed', async () => {
    const out = place();
    await buildRelease(sampleBuildOptions(input, out, { rewritten }));
    const { manifest } = await buildRelease(sampleBuildOptions(input, out));
    expect(manifest).not.toHaveProperty('rewritten');
    expect(existsSync(join(out, 'train', 'rewritten.jsonl'))).toBe(false);
    expect(readFileSync(join(out, 'CARD.md'), 'utf8')).toContain('No: all reasoning was written during the attempts.');
  });

  it.each([{}, { source: 'arena' }, { rewritten: undefined }, { source: 'arena', rewritten: undefined }])(
    'rejects a rewritten row among recorded ones, whichever mark it still has: %j',
    async (rest) => {
      const smuggled = writeFiltered(place(), [sampleRow(SAID[0]!), sampleRewritten(SAID[1]!, rest)]);
      await expect(buildRelease(sampleBuildOptions(smuggled, place()))).rejects.toMatchObject({
        code: 'INPUT_INVALID',
      });
    },
  );

  it.each([{ fidelity: 'as-seen' as const }, { trains: 'token-exact' as const }, { source: 'arena' }])(
    'rejects a rewritten row that lacks one of its marks: %j',
    async (rest) => {
      const half = writeRewrittenRows(place(), [sampleRewritten(SAID[0]!, rest)]);
      const order = sampleBuildOptions(input, place(), { rewritten: half });
      await expect(buildRelease(order)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    },
  );

  it('rewritten rows are exported to separate files with a mark in each line, or counted and left out', async () => {
    const out = place();
    await buildRelease(sampleBuildOptions(input, out, { rewritten }));
    for (const format of CORPUS_FORMATS) {
      const to = place();
      const summary = await exportRelease({ release: out, format, out: to, seed: 1 });
      expect(summary.rendered_otherwise).toEqual([]);
      const file = fileOf('train.rewritten', format);
      if (format.takesMarked) {
        const rows = SPLIT_NAMES.reduce((sum, split) => sum + summary.rewritten![split].rows_rendered, 0);
        expect([format.name, rows]).toEqual([format.name, 10]);
        const marked = readFileSync(join(to, file), 'utf8').trimEnd().split('\n');
        if (format.columns === undefined) {
          for (const line of marked) {
            const { extra, ...rest } = JSON.parse(line) as Record<string, unknown>;
            // ATIF allows additional fields only in `extra`.
            expect(format.name === 'atif' ? extra : rest).toMatchObject({ source: 'rewritten' });
            if (format.name === 'atif') expect(rest).not.toHaveProperty('source');
          }
        }
      } else {
        expect(summary.losses.ROW_REWRITTEN).toBe(10);
        expect(existsSync(join(to, file))).toBe(false);
      }
      const plain = format.columns === undefined ? readFileSync(join(to, 'train.jsonl'), 'utf8') : '';
      expect(plain).not.toContain('rewritten');
    }
  });

  it('never prints a held-out row, even if there is no other', async () => {
    const order = sampleBuildOptions(input, place(), { shares: { train: 0, dev: 0, heldout: 1 }, rewritten });
    await buildRelease(order);
    const card = readFileSync(join(order.out, 'CARD.md'), 'utf8');
    for (const { query } of [...SAID, ...WRITTEN]) expect(card).not.toContain(query);
  });

  it('only one build at a time can write a rewritten release', async () => {
    const out = place();
    await withFolderLock(out, async () => {
      await expect(buildRelease(sampleBuildOptions(input, out))).rejects.toMatchObject({ code: 'BANK_BUSY' });
    });
  });
});

function fileOf(stem: string, { columns, sharded }: (typeof CORPUS_FORMATS)[number]): string {
  if (sharded) return `data/${stem}-00000.parquet`;
  return `${stem}.${columns === undefined ? 'jsonl' : 'parquet'}`;
}

describe('row licences', () => {
  it('licence "none" excludes rows unless the builder overrides it, and the card counts both', async () => {
    const agent = 'e'.repeat(64);
    const rows = SAID.map((problem, at) => sampleRow(problem, at < 5 ? { agent } : {}));
    const from = writeFiltered(place(), rows);
    const licences = new Map([
      [agent, 'none'],
      ['f'.repeat(64), 'CC-BY-4.0'],
    ]);
    const order = sampleBuildOptions(from, place(), { licences });
    const { manifest, apart } = await buildRelease(order);
    expect(manifest).toMatchObject({ rows: 10, apart: { NO_LICENCE: 5, SEALED: 0 } });
    expect(apart.every(({ reason }) => reason === 'NO_LICENCE')).toBe(true);
    const card = readFileSync(join(order.out, 'CARD.md'), 'utf8');
    expect(card).toMatch(/5 rows with licence `none` were left out/);
    const all = sampleBuildOptions(from, place(), { licences, keepUnlicensed: true });
    expect((await buildRelease(all)).manifest.rows).toBe(15);
    expect(readFileSync(join(all.out, 'CARD.md'), 'utf8')).toMatch(/included them and is responsible for that/);
  });

  it('licence "none" excludes rewritten rows as well, and the card says so', async () => {
    const agent = 'e'.repeat(64);
    const written = writeRewrittenRows(
      place(),
      WRITTEN.map((problem, at) => sampleRewritten(problem, at < 4 ? { agent } : {})),
    );
    const licences = new Map([[agent, 'none']]);
    const order = sampleBuildOptions(input, place(), { licences, rewritten: written });
    expect((await buildRelease(order)).manifest).toMatchObject({
      apart: { NO_LICENCE: 0 },
      rewritten: { rows: 6, apart: { NO_LICENCE: 4 } },
    });
    const card = readFileSync(join(order.out, 'CARD.md'), 'utf8');
    expect(card).toMatch(/21 of 21 rows have no stated licence[\s\S]*4 rows with licence `none`/);
    const all = sampleBuildOptions(input, place(), { licences, rewritten: written, keepUnlicensed: true });
    expect((await buildRelease(all)).manifest).toMatchObject({ rewritten: { rows: 10 } });
    expect(readFileSync(join(all.out, 'CARD.md'), 'utf8')).toMatch(/4 rows have licence `none`/);
  });
});
