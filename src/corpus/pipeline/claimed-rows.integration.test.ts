import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPLIT_NAMES } from '../../problems/clusters.ts';
import { itSample } from '../../testing/it-sample.ts';
import { scaled } from '../../testing/scaled.ts';
import { LOG_FIXTURES } from '../logs/testing/log-fixtures.ts';
import { buildRelease } from '../release/build-release.ts';
import { findAttempt } from '../release/find-attempt.ts';
import { openRelease } from '../release/open-release.ts';
import type { FilteredRow, ReleaseRow } from '../release/release-row.ts';
import { summariseRelease } from '../release/release-summary.ts';
import { CORPUS_FORMATS } from '../render/corpus-formats.ts';
import { exportRelease } from '../render/export-release.ts';
import { sampleRows } from '../testing/sample-attempts.ts';
import { sampleFilterOptions } from '../testing/sample-filter-options.ts';
import { sampleBuildOptions } from '../testing/sample-filtered.ts';
import { filterAttempts } from './filter-attempts.ts';
import { readOutcomes } from './read-outcomes.ts';

let folder: string;
let recorded: string;
let mixed: string;
let release: string;
let count = 0;

function place(): string {
  const path = join(folder, String(++count));
  mkdirSync(path);
  return path;
}

/** Requests of the recorded attempts, as `--problems` provides them. */
let queries: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'claimed-'));
  recorded = place();
  writeFileSync(join(recorded, 'day.jsonl'), [...sampleRows(50)].join('\n'));
  cpSync(join(LOG_FIXTURES, 'inspect.eval'), join(recorded, 'theirs.eval'));
  cpSync(join(LOG_FIXTURES, 'openai.jsonl'), join(recorded, 'theirs.jsonl'));
  mixed = place();
  await filterAttempts(sampleFilterOptions(recorded, mixed, { strict: false }));
  queries = new Map(rows(mixed, 'trajectories').map(({ problem_id, query }) => [problem_id, query]));
  release = place();
  await buildRelease(sampleBuildOptions(mixed, release));
}, scaled(60_000));

afterAll(() => rmSync(folder, { recursive: true }));

function rows(corpus: string, name: string): FilteredRow[] {
  const text = readFileSync(join(corpus, `${name}.jsonl`), 'utf8').trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as FilteredRow);
}

async function released(from: string, kind: 'rows' | 'claimed'): Promise<ReleaseRow[]> {
  const opened = await openRelease(from);
  const all: ReleaseRow[] = [];
  for (const split of SPLIT_NAMES) for await (const row of opened[kind](split)) all.push(row);
  return all;
}

async function exported(from: string, name: string): Promise<string> {
  const out = place();
  const format = CORPUS_FORMATS.find((each) => each.name === name)!;
  const summary = await exportRelease({ release: from, format, out, seed: 1 });
  expect(summary.rendered_otherwise).toEqual([]);
  return out;
}

/** What a row says about its messages that the messages do not show. */
function statedIn({
  tools_given,
  supplied_results,
  replaced_prompts,
}: Pick<FilteredRow, 'tools_given' | 'supplied_results' | 'replaced_prompts'>) {
  return { tools_given, supplied_results, replaced_prompts };
}

/** The row without the field that depends on the whole input. */
function alone({ kept: _, ...row }: FilteredRow) {
  return row;
}

describe('rows from logs', () => {
  it('rows from logs are stored apart from recorded rows, each fully marked', async () => {
    const summary = JSON.parse(readFileSync(join(mixed, 'filter.json'), 'utf8')) as Record<string, number>;
    const [ours, theirs] = [rows(mixed, 'trajectories'), rows(mixed, 'claimed')];
    expect(ours.length).toBeGreaterThan(5);
    expect(summary).toMatchObject({ kept: ours.length, claimed: 2, agency: { claimed: 4 } });
    for (const row of ours) expect(row).toMatchObject({ source: 'arena' });
    for (const row of ours) expect(row).not.toHaveProperty('claimed');
    for (const row of theirs) {
      expect(row).toMatchObject({
        source: 'claimed',
        fidelity: 'claimed',
        trains: 'text',
        receipt: null,
        outcome: null,
      });
      expect(row).toMatchObject({ agency: { verdict: 'claimed' }, claimed: { version: 1 } });
    }
    expect((await readOutcomes(mixed)).get(theirs[0]!.id)).toBe('kept');
  });

  it('rows from logs are in separate, counted and marked files of a release', async () => {
    const { manifest } = await openRelease(release);
    expect(manifest.claimed).toMatchObject({ rows: 2 });
    expect(manifest.rows).toBe(rows(mixed, 'trajectories').length);
    expect((await released(release, 'claimed')).map(({ source }) => source)).toEqual(['claimed', 'claimed']);
    const card = readFileSync(join(release, 'CARD.md'), 'utf8');
    expect(card).toMatch(
      /Does any row come from a log that no gateway recorded\?\s+Yes, 2 rows in addition to those above/,
    );
    expect(card).toContain('inspect\\_ai 0.3.285');
    const { files } = await summariseRelease(release);
    expect(files.map(({ name }) => name)).toContain('train/claimed.jsonl');
    const [{ id }] = rows(mixed, 'claimed') as [FilteredRow];
    expect(await findAttempt(release, id)).toMatchObject({ kind: 'release', row: { claimed: true, rewritten: false } });
  });

  it('rejects rows from logs among recorded rows', async () => {
    for (const rest of [{}, { source: 'arena', fidelity: 'as-seen' }, { claimed: undefined, source: 'arena' }]) {
      const forged = place();
      cpSync(mixed, forged, { recursive: true });
      const [first, ...others] = rows(mixed, 'trajectories');
      const smuggled = { ...rows(mixed, 'claimed')[0]!, ...rest };
      const text = [first, smuggled, ...others.slice(1)].map((row) => `${JSON.stringify(row)}\n`).join('');
      writeFileSync(join(forged, 'trajectories.jsonl'), text);
      await expect(buildRelease(sampleBuildOptions(forged, place()))).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    }
  });

  it('rows from logs are exported to separate files with a mark in each line, or counted and left out', async () => {
    for (const format of CORPUS_FORMATS) {
      const out = place();
      const summary = await exportRelease({ release, format, out, seed: 1 });
      if (!format.takesMarked) {
        expect(summary.losses.ROW_CLAIMED).toBe(2);
        continue;
      }
      const lines = SPLIT_NAMES.reduce((sum, split) => sum + summary.claimed![split].lines, 0);
      expect([format.name, lines]).toEqual([format.name, 2]);
      if (format.columns !== undefined) continue;
      const text = SPLIT_NAMES.map((split) => readFileSync(join(out, `${split}.claimed.jsonl`), 'utf8')).join('');
      for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/"source":"claimed","claimed":/);
      for (const split of SPLIT_NAMES) {
        const file = join(out, `${split}.jsonl`);
        if (existsSync(file)) expect(readFileSync(file, 'utf8')).not.toContain('-claimed');
      }
    }
  });
});

describe('exports read back', () => {
  itSample(['hub', 'trl-sft', 'atif', 'nemo', 'axolotl'], 2)(
    'reads back the same rows from %s',
    { timeout: scaled(60_000) },
    async (name) => {
      const out = place();
      await filterAttempts(sampleFilterOptions(await exported(release, name), out, { queries }));
      expect(rows(out, 'trajectories')).toEqual([]);
      const back = new Map(rows(out, 'claimed').map((row) => [row.id, row]));
      const before = [...(await released(release, 'rows')), ...(await released(release, 'claimed'))];
      expect(back.size).toBe(before.length);
      for (const { id, query, problem_id, messages, tools_ref, claimed, source, policy, ...rest } of before) {
        const row = back.get(source === 'claimed' ? id : `${id}-claimed`);
        const { name: model, simulated } = policy;
        const isKnown = queries.has(problem_id);
        // Axolotl parses schemas and may reorder their fields.
        expect(row).toMatchObject({ messages, ...(name !== 'axolotl' && { tools_ref }) });
        expect(row).toMatchObject({ policy: { name: model, simulated } });
        // Only ATIF and the Hub's tables have requests; the others name a problem, which --problems has or not.
        if (['atif', 'hub'].includes(name)) {
          expect(row).toMatchObject({ problem_id, query, ...statedIn(rest) });
        } else expect(row).toMatchObject(isKnown ? { problem_id, query } : {});
        expect(row!.query).toContain(query);
        if (source === 'claimed') expect(row!.claimed).toEqual(claimed);
      }
    },
  );

  it('reads back the same rows from a release and from a filtered corpus', async () => {
    for (const input of [release, mixed]) {
      const out = place();
      await filterAttempts(sampleFilterOptions(input, out, { queries }));
      const back = new Map(rows(out, 'claimed').map((row) => [row.id, row]));
      const before = [...rows(mixed, 'trajectories'), ...rows(mixed, 'claimed')];
      expect(back.size).toBe(before.length);
      for (const { id, source, messages, steps, policy, problem_id, tools_ref, agent, ...rest } of before) {
        const { name, simulated } = policy;
        const row = back.get(source === 'claimed' ? id : `${id}-claimed`)!;
        expect(row).toMatchObject({ messages, problem_id, tools_ref, agent, policy: { name, simulated } });
        expect(row).toMatchObject(statedIn(rest));
        expect(row.steps.map(({ message, token_ids }) => [message, token_ids])).toEqual(
          steps.map(({ message, token_ids }) => [message, token_ids]),
        );
      }
    }
  });

  it('a Hub dataset gives the same rows as the release that it was exported from', {
    timeout: scaled(60_000),
  }, async () => {
    const [fromRelease, fromHub] = [place(), place()];
    await filterAttempts(sampleFilterOptions(release, fromRelease, { queries }));
    await filterAttempts(sampleFilterOptions(await exported(release, 'hub'), fromHub, { queries }));
    const read = (corpus: string) =>
      new Map(
        rows(corpus, 'claimed').map((row) => {
          const { claimed, ...rest } = alone(row) as FilteredRow & {
            readonly claimed: { readonly said: Readonly<Record<string, unknown>> };
          };
          // The tables have no split and no sequence of the receipt.
          const { split: _, receipt, ...said } = claimed.said;
          return [row.id, { ...rest, claimed: { ...claimed, said, receipt: (receipt as { hash?: string })?.hash } }];
        }),
      );
    expect(read(fromHub).size).toBeGreaterThan(5);
    expect(read(fromHub)).toEqual(read(fromRelease));
  });

  it('quarantines Parquet files of other formats with a remedy, and those that are cut off', async () => {
    const hub = await exported(release, 'hub');
    const [shard] = readdirSync(join(hub, 'data'));
    const whole = readFileSync(join(hub, 'data', shard!));
    const input = place();
    writeFileSync(join(input, 'cut.parquet'), whole.subarray(0, whole.length - 100));
    cpSync(join(await exported(release, 'verl-sft'), 'train.parquet'), join(input, 'verl.parquet'));
    const out = place();
    const summary = await filterAttempts(sampleFilterOptions(input, out, { queries, strict: false }));
    expect(summary.quarantine).toMatchObject({ TRUNCATED_FILE: 1, SCHEMA_UNKNOWN: 1 });
    const said = readFileSync(join(out, 'quarantine.jsonl'), 'utf8');
    expect(said).toContain('not from `corpus export --format hub`: it has other columns. Convert it to JSON lines');
  });

  it('claimed rows stay identical when exported and read back again', async () => {
    const first = place();
    await filterAttempts(sampleFilterOptions(await exported(release, 'atif'), first, { queries }));
    const built = place();
    await buildRelease(sampleBuildOptions(first, built));
    const second = place();
    await filterAttempts(sampleFilterOptions(await exported(built, 'atif'), second, { queries }));
    const byId = (corpus: string) => new Map(rows(corpus, 'claimed').map((row) => [row.id, alone(row)]));
    expect(byId(second)).toEqual(byId(first));
  });
});
