import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttemptStore } from '../../attempt/record.ts';
import { sealSample } from '../../attempt/testing/sample-attempt.ts';
import { withFolderLock } from '../../store/files.ts';
import { changeConfig } from '../filter/change-config.ts';
import { changedOutcomes } from '../filter/changed-outcomes.ts';
import { FILTER_CONFIG } from '../filter/filter-config.ts';
import { sampleRows } from '../testing/sample-attempts.ts';
import { sampleFilterOptions } from '../testing/sample-filter-options.ts';
import { batchName, digestFile } from './batch.ts';
import { type FilterSourcesOptions, filterAttempts } from './filter-attempts.ts';
import { rowSources } from './input-rows.ts';
import { readOutcomes } from './read-outcomes.ts';
import { BATCH_CHARACTERS } from './spread-batches.ts';

const ATTEMPTS = 126;
let folder: string;
let rows: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  rows = [...sampleRows(ATTEMPTS)];
});

afterAll(() => rmSync(folder, { recursive: true }));

let runs = 0;

function place(): string {
  const path = join(folder, `run-${++runs}`);
  mkdirSync(path);
  return path;
}

function order(input: string, rest: Partial<FilterSourcesOptions> = {}): FilterSourcesOptions {
  return sampleFilterOptions(input, place(), { strict: false, ...rest });
}

function written(name: string, text: string | Uint8Array): string {
  const input = place();
  writeFileSync(join(input, name), text);
  return input;
}

function lines(out: string, name: string): Record<string, unknown>[] {
  const text = readFileSync(join(out, name), 'utf8').trimEnd();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
}

type Seven = [string, string, string, string, string, string, string];

interface Row {
  version: number;
  attempt: { version: number; model: string };
  verdict: { rules: { success: boolean } };
  receipt: { signature: string; signed_at: string };
  calls?: { status: number }[];
}

function changed(row: string, change: (row: Row) => void): string {
  const value = JSON.parse(row) as Row;
  change(value);
  return JSON.stringify(value);
}

describe('the filter over many attempts', () => {
  it('the filter keeps traceable rows and gives a reason for every other attempt', async () => {
    const given = order(written('day.jsonl', rows.join('\n')));
    const summary = await filterAttempts(given);
    expect(summary).toMatchObject({ rows: ATTEMPTS, quarantined: 0, withheld_checked: false });
    expect(summary.kept).toBeGreaterThan(5);
    expect(summary.kept + summary.rejected).toBe(ATTEMPTS);
    expect(Object.values(summary.deciding).reduce((sum, count) => sum + count, 0)).toBe(summary.rejected);
    const kept = lines(given.out, 'trajectories.jsonl');
    expect(kept).toHaveLength(summary.kept);
    const tools = JSON.parse(readFileSync(join(given.out, 'tools.json'), 'utf8')) as Record<string, string>;
    for (const row of kept) {
      expect(row).toMatchObject({
        schema: 'traj/1',
        trains: 'text+outcome',
        source: 'arena',
        agency: { verdict: 'agentic' },
        kept: { because: 'passed every rule' },
        receipt: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      });
      expect(typeof tools[row.tools_ref as string]).toBe('string');
    }
    const rejected = lines(given.out, 'rejected.jsonl');
    expect(rejected).toHaveLength(summary.rejected);
    for (const { reason, reasons } of rejected) expect((reasons as string[])[0]).toBe(reason);
    expect(readdirSync(given.out).sort()).toEqual([
      'claimed.jsonl',
      'filter.json',
      'quarantine.jsonl',
      'rejected.jsonl',
      'tools.json',
      'trajectories.jsonl',
    ]);
  });

  it('the filter writes the same bytes with any number of threads, compressed or not, and after an interruption', async () => {
    // Long enough for several batches.
    const padded = Array.from(
      { length: Math.ceil((2.5 * BATCH_CHARACTERS) / rows.join('').length) },
      () => rows,
    ).flat();
    const input = written('day.jsonl', padded.join('\n'));
    const whole = order(input, { threads: 2 });
    const summary = await filterAttempts(whole);
    expect(summary.quarantine.ATTEMPT_TWICE).toBe(padded.length - rows.length);

    const stopped = order(input, { sources: [cutShort(rowSources(input)[0]!, Math.ceil(padded.length * 0.7))] });
    await expect(filterAttempts(stopped)).rejects.toThrow('power failure');
    expect(readdirSync(join(stopped.out, '.work'))).toContain(digestFile(batchName(1)));
    const resumed = await filterAttempts({ ...stopped, sources: rowSources(input) });
    expect(resumed.resumed).toBeGreaterThan(0);

    const packed = order(written('day.jsonl.gz', gzipSync(padded.join('\n'))));
    await filterAttempts(packed);
    for (const name of ['trajectories.jsonl', 'tools.json', 'filter.json']) {
      const bytes = readFileSync(join(whole.out, name));
      expect(readFileSync(join(stopped.out, name)).equals(bytes)).toBe(true);
      expect(readFileSync(join(packed.out, name)).equals(bytes)).toBe(true);
    }
  });

  it('the filter starts over when a threshold changed, and shows which attempts moved', async () => {
    const input = written('day.jsonl', rows.join('\n'));
    const before = order(input);
    const after = order(input, { config: changeConfig(FILTER_CONFIG, 'maximumTokens=4000') });
    const [first, second] = [await filterAttempts(before), await filterAttempts(after)];
    expect(first.config_fingerprint).not.toBe(second.config_fingerprint);
    const moves = changedOutcomes(await readOutcomes(before.out), await readOutcomes(after.out));
    expect(moves).toEqual([
      expect.objectContaining({ from: 'kept', to: 'TOO_LONG', attempts: first.kept - second.kept }),
    ]);
  });

  it('the filter rejects attempts at withheld problems', async () => {
    const all = order(written('day.jsonl', rows.join('\n')));
    await filterAttempts(all);
    const [row] = lines(all.out, 'trajectories.jsonl');
    const problem = row!.problem_id as string;
    const without = { ...all, out: place(), withheld: new Map([[problem, 'it is sealed']]), withheldChecked: true };
    const summary = await filterAttempts(without);
    expect(summary).toMatchObject({ withheld_checked: true, deciding: { PROBLEM_WITHHELD: 1 } });
  });

  it('the filter quarantines unreadable or untrusted attempts with a reason, and continues', async () => {
    const [good, other, third, fourth, fifth, sixth, seventh] = rows as Seven;
    const input = place();
    const bad = [
      good,
      '{"version": 1, "attempt": ',
      `${good.slice(0, 50)}\0${good.slice(50)}`,
      changed(other, (row) => {
        row.version = 2;
      }),
      changed(other, (row) => {
        row.attempt.version = 7;
      }),
      '{"hello": "world"}',
      '[1, 2, 3]',
      changed(other, (row) => {
        delete row.calls;
      }),
      changed(other, (row) => {
        row.calls![0]!.status = 201;
      }),
      changed(other, (row) => {
        row.calls!.pop();
      }),
      changed(other, (row) => {
        row.attempt.model = 'better/one';
      }),
      changed(other, (row) => {
        row.verdict.rules.success = !row.verdict.rules.success;
      }),
      good,
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      changed(third, (row) => {
        row.receipt.signature = `0x${'ab'.repeat(64)}`;
      }),
      fourth,
    ];
    writeFileSync(
      join(input, 'a.jsonl'),
      Buffer.concat([Buffer.from(`${bad.join('\n')}\n`), Buffer.from([0xff, 0xfe, 0x0a])]),
    );
    writeFileSync(join(input, 'b.json.gz'), gzipSync(fifth));
    const packed = gzipSync([sixth, seventh].join('\n'));
    writeFileSync(join(input, 'c.jsonl.gz'), packed.subarray(0, packed.length - 3_000));
    writeFileSync(join(input, 'd.jsonl'), `${' '.repeat(33 * 1024 ** 2)}\n`);
    const given = order(input);
    const summary = await filterAttempts(given);
    expect(summary.quarantine).toMatchObject({
      NOT_JSON: 2,
      SCHEMA_UNKNOWN: 3,
      NOT_AN_ATTEMPT: 2,
      CALLS_MISSING: 1,
      CALLS_BROKEN: 2,
      RECEIPT_MISMATCH: 2,
      ATTEMPT_TWICE: 1,
      NOT_UTF8: 1,
      ROW_TOO_LARGE: 1,
    });
    // The end of a truncated file is lost, but not the rows before it.
    expect(summary.quarantine.TRUNCATED_FILE).toBe(1);
    const aside = lines(given.out, 'quarantine.jsonl');
    expect(aside).toHaveLength(summary.quarantined);
    for (const row of aside)
      expect(row).toMatchObject({ file: expect.any(String), line: expect.any(Number), detail: expect.any(String) });
    await expect(filterAttempts({ ...given, out: place(), strict: true })).rejects.toThrow('a.jsonl, line 2: NOT_JSON');
  });

  it('the filter trusts a run up to its last signature and nothing beyond it', async () => {
    const [first, second, third] = rows as [string, string, string];
    const last = rows[49]!;
    const alone = await filterAttempts(order(written('day.jsonl', [first, second, third].join('\n'))));
    expect(alone.quarantine.RECEIPT_UNSIGNED).toBe(3);
    const gap = await filterAttempts(order(written('day.jsonl', [first, ...rows.slice(2, 50)].join('\n'))));
    expect(gap.quarantine.RECEIPT_UNSIGNED).toBe(1);
    const forged = changed(last, (row) => {
      row.receipt.signed_at = '2026-01-02T00:00:00.000Z';
    });
    const run = await filterAttempts(order(written('day.jsonl', [...rows.slice(0, 49), forged].join('\n'))));
    expect(run.quarantine.RECEIPT_UNSIGNED).toBe(50);
  });

  it('the filter reads the attempts of a data folder', async () => {
    const data = place();
    await sealSample(new AttemptStore(data));
    const given = order(data);
    const summary = await filterAttempts(given);
    expect(summary).toMatchObject({ rows: 1, rejected: 1, quarantined: 0 });
    expect(lines(given.out, 'rejected.jsonl')[0]).toMatchObject({ reason: 'NOT_NORMALISED' });
  });

  it('the filter counts traces in ORO’s format and trains on none of them', async () => {
    const call = { name: 'find_product', parameters: { q: 'lamp' }, tool_call_id: 'x', result: [] };
    const proxy = [
      {
        path: '/inference/chat/completions',
        timestamp: 1_000,
        duration_ms: 5,
        status_code: 200,
        response: {
          choices: [
            { message: { content: '<tool_call>{"name":"find_product","arguments":{"q":"lamp"}}</tool_call>' } },
          ],
        },
      },
      {
        path: '/search/find_product',
        timestamp: 2_000,
        duration_ms: 5,
        status_code: 200,
        params: { q: 'lamp' },
        result_product_ids: ['1'],
      },
    ];
    const step = {
      completion: { message: { think: 'x', tool_call: [call] } },
      extra_info: { step: 1, query: 'a lamp', proxy_calls: proxy },
    };
    const envelope = { problem_id: 'p', status: 'SUCCESS', execution_time: 1, error: null, dialogue: [step] };
    const given = order(
      written(
        'oro.jsonl',
        [JSON.stringify(envelope), JSON.stringify([step]), JSON.stringify({ ...envelope, dialogue: null })].join('\n'),
      ),
    );
    const summary = await filterAttempts(given);
    expect(summary).toMatchObject({ rows: 3, kept: 0, rejected: 3, agency: { agentic: 2, scripted: 1 } });
    expect(lines(given.out, 'rejected.jsonl')[0]).toMatchObject({ reason: 'NOT_NORMALISED', problem_id: 'p' });
  });

  it('the filter says what to do when there is no input', () => {
    expect(() => rowSources(join(folder, 'nowhere'))).toThrow('There is nothing at');
    expect(() => rowSources(place())).toThrow('holds neither attempts nor files');
  });

  it('only one filter at a time can write to a folder', async () => {
    const asked = order(written('a.jsonl', `${rows[0]}\n`));
    await withFolderLock(asked.out, async () => {
      await expect(filterAttempts(asked)).rejects.toMatchObject({ code: 'BANK_BUSY' });
    });
    expect(await filterAttempts(asked)).toMatchObject({ rows: 1 });
  });
});

function cutShort(source: ReturnType<typeof rowSources>[number], after: number): typeof source {
  return {
    ...source,
    async *rows() {
      let count = 0;
      for await (const row of source.rows()) {
        if (++count > after) throw new Error('power failure');
        yield row;
      }
    },
  };
}
