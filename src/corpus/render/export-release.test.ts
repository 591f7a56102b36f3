import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPLIT_NAMES } from '../../problems/clusters.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { withFolderLock } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import { buildRelease } from '../release/build-release.ts';
import { sampleBuildOptions, sampleRow, writeFiltered } from '../testing/sample-filtered.ts';
import { CORPUS_FORMATS } from './corpus-formats.ts';
import { exportRelease } from './export-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-export-'));
const release = join(folder, 'release');
const PROBLEMS = 20;

beforeAll(async () => {
  const rows = sampleProblems(PROBLEMS).flatMap((problem, place) => {
    const row = sampleRow(problem);
    return [
      { ...row, outcome: { ...row.outcome!, success: place % 2 === 0 } },
      { ...row, id: `again-${row.id}` },
    ];
  });
  await buildRelease(sampleBuildOptions(writeFiltered(join(folder, 'filtered'), rows), release));
});
afterAll(() => rmSync(folder, { recursive: true }));

let exports = 0;

async function exported(name: string, seed = 1) {
  const format = CORPUS_FORMATS.find((known) => known.name === name)!;
  const out = join(folder, `export-${++exports}`);
  const summary = await exportRelease({ release, format, out, seed });
  const lines = (split: string) => {
    const text = readFileSync(join(out, `${split}.jsonl`), 'utf8');
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  return { summary, out, lines };
}

describe('exportRelease', () => {
  it('exports every row in every format with hashes, and every line renders as in the corpus', async () => {
    for (const { name } of CORPUS_FORMATS) {
      const { summary, out, lines } = await exported(name);
      expect(summary.rendered_otherwise).toEqual([]);
      const prompts = name.endsWith('-rl');
      const rows = SPLIT_NAMES.reduce((sum, split) => sum + summary.splits[split].rows_rendered, 0);
      expect(rows).toBe(prompts ? PROBLEMS : 2 * PROBLEMS);
      expect(summary.losses.SAME_PROMPT).toBe(prompts ? PROBLEMS : undefined);
      for (const split of SPLIT_NAMES) {
        const { file, sha256: hash, lines: count, shards } = summary.splits[split];
        if (name === 'hub') {
          expect(file).toBe(`data/${split}-*.parquet`);
          for (const shard of shards!) expect(sha256(readFileSync(join(out, shard.file)))).toBe(shard.sha256);
          continue;
        }
        expect(sha256(readFileSync(join(out, file)))).toBe(hash);
        if (name === 'verl-sft') expect(file).toBe(`${split}.parquet`);
        else expect(lines(split)).toHaveLength(count);
      }
      expect(JSON.parse(readFileSync(join(out, 'export.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(summary)));
    }
  });

  it('orders labels by the seed only, and leaves no temporary files', async () => {
    const { summary, lines, out } = await exported('trl-kto');
    const labels = lines('train').map(({ label }) => label);
    const { desirable, undesirable } = summary.splits.train.labels!;
    expect([labels.filter(Boolean).length, labels.length]).toEqual([desirable, desirable + undesirable]);
    expect(labels).not.toEqual(labels.toSorted());
    const sources = lines('train').map(({ traj_id }) => traj_id);
    const neighbours = sources.filter((source, place) => source === sources[place + 1]).length;
    expect(neighbours).toBeLessThan(sources.length / 4);
    expect(readdirSync(out).toSorted()).toEqual(['dev.jsonl', 'export.json', 'heldout.jsonl', 'train.jsonl']);
    expect((await exported('trl-kto')).summary).toEqual(summary);
    const other = await exported('trl-kto', 2);
    expect(other.lines('train')).not.toEqual(lines('train'));
    expect(new Set(other.lines('train').map(({ id }) => id))).toEqual(new Set(lines('train').map(({ id }) => id)));
  });

  it('only one export at a time can write to a folder', async () => {
    const [format] = CORPUS_FORMATS;
    const out = join(folder, 'shared');
    await withFolderLock(out, async () => {
      await expect(exportRelease({ release, format: format!, out, seed: 1 })).rejects.toMatchObject({
        code: 'BANK_BUSY',
      });
      expect(readdirSync(out)).toEqual(['.lock']);
    });
    await exportRelease({ release, format: format!, out, seed: 1 });
    expect(readdirSync(out)).not.toContain('.lock');
  });

  it('creates no folder when the release does not exist', async () => {
    const out = join(folder, 'never');
    const order = { release: join(folder, 'nowhere'), format: CORPUS_FORMATS[0]!, out, seed: 1 };
    await expect(exportRelease(order)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(existsSync(out)).toBe(false);
  });

  it('writes the dataset_info file that LLaMA-Factory needs', async () => {
    const { out } = await exported('llamafactory');
    expect(JSON.parse(readFileSync(join(out, 'dataset_info.json'), 'utf8'))).toMatchObject({
      sample_train: { file_name: 'train.jsonl', formatting: 'sharegpt', columns: { messages: 'conversations' } },
      sample_heldout: { file_name: 'heldout.jsonl' },
    });
  });
});
