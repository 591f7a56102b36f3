import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECTION_NAMES } from './index/section.ts';
import { MarketIndex } from './market-index.ts';
import { SAMPLE_PRODUCTS } from './testing/sample-products.ts';
import { writeIndex } from './testing/write-index.ts';

const SOURCE = { kind: 'import', file: 'sample' } as const;
const folder = mkdtempSync(join(tmpdir(), 'assay-index-'));
const whole = join(folder, 'whole.index');
beforeAll(async () => {
  await writeIndex(whole, SAMPLE_PRODUCTS, SOURCE);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes a modified copy of the index. */
function tampered(name: string, tamper: (path: string) => void): string {
  const path = join(folder, name);
  copyFileSync(whole, path);
  tamper(path);
  return path;
}

function overwrite(path: string, position: number, value: number): void {
  const bytes = readFileSync(path);
  bytes[position]! ^= value;
  writeFileSync(path, bytes);
}

describe('MarketIndex', () => {
  it('the market index returns every product as it was added', () => {
    const index = MarketIndex.open(whole);
    for (const product of SAMPLE_PRODUCTS)
      expect(index.product(index.productIds.find(product.product_id))).toEqual(product);
    expect(index.manifest).toMatchObject({ products: SAMPLE_PRODUCTS.length, source: SOURCE });
    expect([...index.allDetails()].length).toBe(SAMPLE_PRODUCTS.length);
    index.verify();
    index.close();
  });

  it('the same products give the same index file', async () => {
    const again = join(folder, 'again.index');
    await writeIndex(again, SAMPLE_PRODUCTS.toReversed(), SOURCE, 10);
    expect(readFileSync(again).equals(readFileSync(whole))).toBe(true);
  });

  it('rejects a truncated index file by name and reason', () => {
    for (const bytes of [0, 5, 31, 200, readFileSync(whole).length - 1]) {
      const path = tampered('truncated.index', (file) => truncateSync(file, bytes));
      expect(() => MarketIndex.open(path)).toThrow(
        /truncated\.index cannot be used: it (is not an Assay|is \d+ bytes)/,
      );
    }
  });

  it('rejects a foreign index file, another version, a damaged header and trailing bytes', () => {
    const foreign = join(folder, 'foreign.index');
    writeFileSync(foreign, 'SQLite format 3\0'.repeat(1000));
    expect(() => MarketIndex.open(foreign)).toThrow(/foreign\.index cannot be used: it is not an Assay market/);
    const newer = tampered('newer.index', (path) => overwrite(path, 8, 0x02));
    expect(() => MarketIndex.open(newer)).toThrow(/it has format 3, this Assay reads 1/);
    const damaged = tampered('damaged.index', (path) => overwrite(path, 60, 0x01));
    expect(() => MarketIndex.open(damaged)).toThrow(/its header is damaged/);
    const longer = tampered('longer.index', (path) => writeFileSync(path, 'more', { flag: 'a' }));
    expect(() => MarketIndex.open(longer)).toThrow(/cut off or was added to/);
    expect(() => MarketIndex.open(folder)).toThrow(expect.objectContaining({ code: 'STORAGE_FAILED' }));
  });

  it('names the index section in which a bit was flipped', () => {
    const index = MarketIndex.open(whole);
    const { header } = index.share();
    index.close();
    for (const name of SECTION_NAMES) {
      const { offset, bytes } = header.sections[name];
      if (bytes === 0) continue;
      const path = tampered('flipped.index', (file) => overwrite(file, offset + Math.floor(bytes / 2), 0x10));
      const flipped = MarketIndex.open(path);
      expect(() => flipped.verify()).toThrow(`its section ${name} is damaged`);
      flipped.close();
    }
  });

  it('reports product details that cannot be decompressed', () => {
    const index = MarketIndex.open(whole);
    const { offset } = index.share().header.sections.details;
    index.close();
    const broken = MarketIndex.open(tampered('details.index', (path) => overwrite(path, offset + 1, 0xff)));
    expect(() => broken.product(0)).toThrow(expect.objectContaining({ code: 'INDEX_UNREADABLE' }));
    broken.close();
  });
});
