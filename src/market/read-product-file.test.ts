import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readProductFile } from './read-product-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-product-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(...lines: readonly unknown[]): string {
  const path = join(folder, 'products.jsonl');
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

describe('readProductFile', () => {
  const record = { product_id: '7', shop_id: '1', title: 'Cup', price: 9.5 };

  it('reads product records as such, under "product" and under "reward"', async () => {
    const file = fileOf(record, { id: 'x', product: { ...record, product_id: 8 } }, { query: 'a cup', reward: record });
    expect((await readProductFile(file)).map(({ product_id }) => product_id)).toEqual(['7', '8', '7']);
  });

  it('names the line that is not a product', async () => {
    const fault = { code: 'INPUT_INVALID', message: expect.stringMatching(/line 2: .*shop_id/) };
    await expect(readProductFile(fileOf(record, { ...record, shop_id: '' }))).rejects.toMatchObject(fault);
    await expect(readProductFile(fileOf())).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});
