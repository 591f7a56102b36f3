import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleRows } from '../testing/sample-attempts.ts';
import { sampleFilterOptions } from '../testing/sample-filter-options.ts';
import { batchName, rowsFile } from './batch.ts';
import { type FilterSourcesOptions, filterAttempts } from './filter-attempts.ts';

const folder = mkdtempSync(join(tmpdir(), 'strict-filter-'));
afterAll(() => rmSync(folder, { recursive: true }));
// Only the last receipt has a real signature.
const rows = [...sampleRows(12)];
let places = 0;

function order(lines: readonly string[]): FilterSourcesOptions {
  const number = ++places;
  const input = join(folder, `input-${number}.jsonl`);
  writeFileSync(input, `${lines.join('\n')}\n`);
  return sampleFilterOptions(input, join(folder, `out-${number}`));
}

async function failsTwice(given: FilterSourcesOptions, because: string): Promise<void> {
  for (let run = 0; run < 2; run++) {
    await expect(filterAttempts(given)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining(because),
    });
    expect(existsSync(join(given.out, 'filter.json'))).toBe(false);
  }
}

describe('a strict filter', () => {
  it('a strict filter fails on an unreadable row, and again when the run is resumed', async () => {
    const given = order([rows[0]!, '{broken', ...rows.slice(1)]);
    await failsTwice(given, 'line 2: NOT_JSON');
    const lenient = await filterAttempts({ ...given, strict: false });
    expect(lenient).toMatchObject({ rows: 13, resumed: 13, quarantined: 1 });
  });

  it('a strict filter fails on a duplicate attempt', async () => {
    await failsTwice(order([...rows, rows[0]!]), 'line 13: ATTEMPT_TWICE');
  });

  it('a strict filter fails on an unsigned receipt', async () => {
    await failsTwice(order(rows.slice(0, 4)), 'line 1: RECEIPT_UNSIGNED');
  });

  it('a strict filter accepts attempts that are only rejected', async () => {
    expect(await filterAttempts(order(rows))).toMatchObject({ rows: 12, quarantined: 0 });
  });
});

describe('batches of an earlier run', () => {
  it('batches of an earlier run are not written as a corpus unless each attempt has one row', async () => {
    // Enough attempts that some are kept.
    const given = order([...sampleRows(50), '{broken']);
    const path = join(given.out, '.work', rowsFile(batchName(1)));
    await expect(filterAttempts(given)).rejects.toThrow('NOT_JSON');
    const whole = readFileSync(path, 'utf8');
    const lenient = { ...given, strict: false };
    const unmatched = { code: 'INPUT_INVALID', message: expect.stringContaining('exactly one row for each attempt') };
    truncateSync(path, whole.lastIndexOf('\n', whole.length - 2) + 1);
    await expect(filterAttempts(lenient)).rejects.toMatchObject(unmatched);
    writeFileSync(path, `${whole}{}\n`);
    await expect(filterAttempts(lenient)).rejects.toMatchObject(unmatched);
    expect(existsSync(join(given.out, 'trajectories.jsonl'))).toBe(false);
    writeFileSync(path, whole);
    expect((await filterAttempts(lenient)).kept).toBeGreaterThan(1);
  });
});
