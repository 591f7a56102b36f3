import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPLIT_NAMES } from '../../problems/clusters.ts';
import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { scaled } from '../../testing/scaled.ts';
import { buildRelease } from '../release/build-release.ts';
import { openRelease } from '../release/open-release.ts';
import type { ReleaseRow } from '../release/release-row.ts';
import {
  sampleBuildOptions,
  sampleRewritten,
  sampleRow,
  writeFiltered,
  writeRewrittenRows,
} from '../testing/sample-filtered.ts';
import { type ExportSummary, exportRelease } from './export-release.ts';
import { hub } from './hub.ts';

/** Python interpreters with `datasets` installed, one per version. */
const PYTHONS = (process.env.ASSAY_DATASETS_PYTHON ?? 'python3').split(delimiter).filter(Boolean);
const MISSING = 'skipped: datasets is not installed; ASSAY_DATASETS_PYTHON names Pythons with it';

const folder = mkdtempSync(join(tmpdir(), 'assay-hub-'));
const out = join(folder, 'hub');
const release = join(folder, 'release');
const SHARD_BYTES = 4_000;
let summary: ExportSummary;

beforeAll(async () => {
  const problems = sampleProblems(30);
  const rows = problems.slice(0, 20).map((problem, place) => {
    const row = sampleRow(problem);
    if (place % 2 === 0) return row;
    const tokens = { prompt_token_ids: [1, 2, place], token_ids: [3, 4], logprobs: [-0.25, -1.5] };
    return { ...row, trains: 'token-exact' as const, steps: row.steps.map((step) => ({ ...step, ...tokens })) };
  });
  const input = writeFiltered(join(folder, 'filtered'), rows);
  const rewritten = writeRewrittenRows(
    join(folder, 'rewritten'),
    problems.slice(20).map((problem) => sampleRewritten(problem)),
  );
  await buildRelease(sampleBuildOptions(input, release, { rewritten }));
  summary = await exportRelease({ release, format: hub, out, seed: 1, shardBytes: SHARD_BYTES });
}, scaled(60_000));

afterAll(() => rmSync(folder, { recursive: true }));

async function released(split: (typeof SPLIT_NAMES)[number]): Promise<ReleaseRow[]> {
  const rows: ReleaseRow[] = [];
  for await (const row of (await openRelease(release)).rows(split)) rows.push(row);
  return rows;
}

describe('a dataset for the Hub', () => {
  it('a Hub dataset has every row, in order, in shards of bounded size', async () => {
    expect(summary.splits.train.shards!.length).toBeGreaterThan(2);
    for (const split of SPLIT_NAMES) {
      const read: Record<string, unknown>[] = [];
      for (const { file } of summary.splits[split].shards!) {
        read.push(...(await parquetReadObjects({ file: await asyncBufferFromFile(join(out, file)) })));
      }
      const rows = await released(split);
      expect(read.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      expect(JSON.stringify(read)).not.toContain('null');
      for (const [place, { messages, steps }] of rows.entries()) {
        const given = read[place]!.messages as { role: string; content: string; tool_calls: object[] }[];
        expect(given.map(({ role, content }) => [role, content])).toEqual(
          messages.map(({ role, content }) => [role, content]),
        );
        const turn = messages[2];
        expect(given[2]!.tool_calls).toEqual(turn?.role === 'assistant' && turn.tool_calls);
        expect(read[place]!.steps).toMatchObject(
          steps.map(({ token_ids, logprobs }) => ({ token_ids: token_ids ?? [], logprobs: logprobs ?? [] })),
        );
      }
    }
  });

  it('a Hub dataset has a card with one configuration per kind of rows', () => {
    const card = readFileSync(join(out, 'README.md'), 'utf8');
    const [, head] = /^---\n([\s\S]+?)\n---\n/.exec(card)!;
    expect(head).toContain('- config_name: default\n  data_files:\n  - split: train\n    path: data/train-*.parquet');
    expect(head).toContain('- config_name: rewritten');
    expect(head).not.toContain('claimed');
    expect(card).toContain('## Contamination?');
  });

  it('a new Hub export removes the shards of an earlier one', async () => {
    await exportRelease({ release, format: hub, out, seed: 1 });
    const names = readdirSync(join(out, 'data'));
    expect(names.filter((name) => name.startsWith('train-'))).toEqual(['train-00000.parquet']);
    summary = await exportRelease({ release, format: hub, out, seed: 1, shardBytes: SHARD_BYTES });
  });
});

const LOAD = `
import json, sys
from datasets import load_dataset, get_dataset_config_names
out = sys.argv[1]

def nulls(value):
    if value is None:
        return 1
    if isinstance(value, dict):
        return sum(nulls(each) for each in value.values())
    return sum(nulls(each) for each in value) if isinstance(value, list) else 0

told = {"configs": sorted(get_dataset_config_names(out)), "splits": {}, "nulls": 0, "streamed": {}}
for config in told["configs"]:
    whole = load_dataset(out, config)
    told["splits"][config] = {split: list(rows["id"]) for split, rows in whole.items()}
    told["nulls"] += sum(nulls(row) for rows in whole.values() for row in rows)
streamed = load_dataset(out, "default", split="train", streaming=True)
told["streamed"] = [{"id": row["id"], "steps": row["steps"], "messages": row["messages"]} for row in streamed]
print(json.dumps(told))
`;

function versionIn(python: string): string | undefined {
  try {
    const ask = "import importlib.metadata as m; print(m.version('datasets'))";
    return execFileSync(python, ['-c', ask], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}

describe.each(PYTHONS.map((python) => ({ python, version: versionIn(python) })))(
  'datasets $version',
  ({ python, version }) => {
    it.skipIf(version === undefined)(
      `the datasets library loads and streams a Hub export without nulls${version === undefined ? ` (${MISSING})` : ''}`,
      { timeout: scaled(120_000) },
      async () => {
        const env = { ...process.env, HF_HOME: join(folder, `cache-${version}`), HF_HUB_OFFLINE: '1' };
        const { stdout } = await promisify(execFile)(python, ['-c', LOAD, out], { env, maxBuffer: 64 * 1024 ** 2 });
        const told = JSON.parse(stdout) as {
          configs: string[];
          splits: Record<string, Record<string, string[]>>;
          nulls: number;
          streamed: { id: string; steps: object[] }[];
        };
        expect(told.configs).toEqual(['default', 'rewritten']);
        expect(told.nulls).toBe(0);
        for (const split of SPLIT_NAMES) {
          expect(told.splits.default![split] ?? []).toEqual((await released(split)).map(({ id }) => id));
        }
        const rows = await released('train');
        expect(told.streamed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
        expect(told.streamed.map(({ steps }) => steps)).toMatchObject(
          rows.map(({ steps }) =>
            steps.map((step) => ({ logprobs: step.logprobs ?? [], token_ids: step.token_ids ?? [] })),
          ),
        );
      },
    );
  },
);
