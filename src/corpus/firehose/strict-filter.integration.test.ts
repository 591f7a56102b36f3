import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleFilterOrder } from '../testing/sample-filter-order.ts';
import { sampleRows } from '../testing/sample-firehose.ts';
import { batchName, rowsFile } from './batch.ts';
import { type FirehoseOrder, filterFirehose } from './filter-firehose.ts';

const folder = mkdtempSync(join(tmpdir(), 'strict-filter-'));
afterAll(() => rmSync(folder, { recursive: true }));
// The last receipt is the only one whose signature is real.
const rows = [...sampleRows(12)];
let places = 0;

function order(lines: readonly string[]): FirehoseOrder {
  const number = ++places;
  const input = join(folder, `input-${number}.jsonl`);
  writeFileSync(input, `${lines.join('\n')}\n`);
  return sampleFilterOrder(input, join(folder, `out-${number}`));
}

async function failsTwice(given: FirehoseOrder, because: string): Promise<void> {
  for (let run = 0; run < 2; run++) {
    await expect(filterFirehose(given)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining(because),
    });
    expect(existsSync(join(given.out, 'filter.json'))).toBe(false);
  }
}

describe('a strict filter', () => {
  it('fails on a row that cannot be read, and again when the run is taken up', async () => {
    const given = order([rows[0]!, '{broken', ...rows.slice(1)]);
    await failsTwice(given, 'line 2: NOT_JSON');
    const lenient = await filterFirehose({ ...given, strict: false });
    expect(lenient).toMatchObject({ rows: 13, resumed: 13, quarantined: 1 });
  });

  it('fails on an attempt that is there twice', async () => {
    await failsTwice(order([...rows, rows[0]!]), 'line 13: ATTEMPT_TWICE');
  });

  it('fails on a receipt that nobody signed', async () => {
    await failsTwice(order(rows.slice(0, 4)), 'line 1: RECEIPT_UNSIGNED');
  });

  it('has nothing against attempts that are only left out', async () => {
    expect(await filterFirehose(order(rows))).toMatchObject({ rows: 12, quarantined: 0 });
  });
});

describe('batches of an earlier run', () => {
  it('are not written as a corpus when there is not one row for each attempt', async () => {
    // So many that some are kept.
    const given = order([...sampleRows(50), '{broken']);
    const path = join(given.out, '.work', rowsFile(batchName(1)));
    await expect(filterFirehose(given)).rejects.toThrow('NOT_JSON');
    const whole = readFileSync(path, 'utf8');
    const lenient = { ...given, strict: false };
    const unmatched = { code: 'INPUT_INVALID', message: expect.stringContaining('not one row for each attempt') };
    truncateSync(path, whole.lastIndexOf('\n', whole.length - 2) + 1);
    await expect(filterFirehose(lenient)).rejects.toMatchObject(unmatched);
    writeFileSync(path, `${whole}{}\n`);
    await expect(filterFirehose(lenient)).rejects.toMatchObject(unmatched);
    expect(existsSync(join(given.out, 'trajectories.jsonl'))).toBe(false);
    writeFileSync(path, whole);
    expect((await filterFirehose(lenient)).kept).toBeGreaterThan(1);
  });
});
