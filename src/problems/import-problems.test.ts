import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MarketIndex } from '../market/market-index.ts';
import { SAMPLE_PRODUCTS } from '../market/testing/sample-products.ts';
import { writeIndex } from '../market/testing/write-index.ts';
import { importProblems } from './import-problems.ts';
import type { BadProblem } from './read-problems.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-problems-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const TEAPOT = { query: 'a blue teapot', reward: { product_id: '100', title: ['Blue Teapot'] }, problem_id: 't' };

async function load(content: string | Uint8Array, rest: { strict?: boolean; market?: MarketIndex } = {}) {
  const file = join(folder, 'in.jsonl');
  const out = join(folder, 'out.jsonl');
  writeFileSync(file, content);
  const bad: BadProblem[] = [];
  const result = await importProblems({ file, out, onBadLine: (line) => bad.push(line), ...rest });
  return { ...result, bad, written: readFileSync(out, 'utf8').trimEnd().split('\n') };
}

function lines(...values: unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');
}

describe('importProblems', () => {
  it('imports problems from lines, gzipped lines and one array over many lines', async () => {
    const other = { ...TEAPOT, problem_id: 'u' };
    expect(await load(lines(TEAPOT, other))).toMatchObject({ imported: 2, skipped: 0 });
    expect(await load(gzipSync(lines(TEAPOT, other)))).toMatchObject({ imported: 2, skipped: 0 });
    expect(await load(JSON.stringify([TEAPOT, other], null, 2))).toMatchObject({ imported: 2, skipped: 0 });
    expect(await load(JSON.stringify([TEAPOT, other]))).toMatchObject({ imported: 2, skipped: 0 });
  });

  it('names line and field of an invalid problem and continues', async () => {
    const voucher = {
      voucher_type: 'platform',
      discount_type: 'fixed',
      face_value: 5,
      price_after_voucher: 5,
      budget: 5,
    };
    const { bad, imported, skipped } = await load(
      lines(
        TEAPOT,
        '{"query": ',
        { ...TEAPOT, problem_id: 'b', category: 'Riddle' },
        { ...TEAPOT, problem_id: 'c', reward: { product_id: '100', price: [{ between: [-1, 2] }] } },
        { ...TEAPOT, problem_id: 'd', reward: { product_id: '100', price: [{ 'less than': [null, null] }] } },
        TEAPOT,
        { ...TEAPOT, problem_id: 'e', category: 'Voucher', reward: [TEAPOT.reward], voucher },
      ),
    );
    expect({ imported, skipped }).toEqual({ imported: 1, skipped: 6 });
    expect(bad.map(({ line, field }) => [line, field])).toEqual([
      [2, 'line'],
      [3, 'category'],
      [4, 'reward.price.0.between.0'],
      [5, 'reward.price.0'],
      [6, 'problem_id'],
      [7, 'voucher.threshold'],
    ]);
    expect(bad[4]!.reason).toBe('"t" is already on line 1');
  });

  it('rejects answers that are not in the market', async () => {
    const path = join(folder, 'market.index');
    await writeIndex(path, SAMPLE_PRODUCTS, { kind: 'import', file: 'sample' });
    const market = MarketIndex.open(path);
    const stranger = { ...TEAPOT, problem_id: 's', reward: { product_id: '999' } };
    const { bad, imported } = await load(lines(TEAPOT, stranger), { market });
    expect(imported).toBe(1);
    expect(bad).toEqual([{ line: 2, field: 'reward.product_id', reason: '"999" is not in the market' }]);
    market.close();
  });

  it('imports nothing with --strict and an invalid line, or without a valid line', async () => {
    await expect(load(lines(TEAPOT, 'nonsense'), { strict: true })).rejects.toThrow(/line 2, line: is not JSON/);
    await expect(load('nonsense')).rejects.toThrow(/no usable problem/);
    await expect(load('[1, 2')).rejects.toThrow(/no usable problem/);
    expect(existsSync(join(folder, 'out.jsonl'))).toBe(false);
  });
});
