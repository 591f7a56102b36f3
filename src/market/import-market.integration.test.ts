import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Random } from '../random/random.ts';
import { sortProducts } from './import/sort-products.ts';
import { type BadLine, importMarket } from './import-market.ts';
import { indexPath } from './market-folder.ts';
import { MarketIndex } from './market-index.ts';
import { Marketplace } from './marketplace.ts';
import { EmbeddedSearch, parseProductQuery } from './search.ts';
import { sampleProduct } from './testing/sample-products.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-import-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const LAMP = { product_id: '7', shop_id: '1', title: 'Red lamp', price: 12.5 };

async function load(lines: readonly unknown[], rest: { strict?: boolean; gzip?: boolean } = {}) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const file = join(folder, 'products.jsonl');
  writeFileSync(file, rest.gzip === true ? gzipSync(text) : text);
  const bad: BadLine[] = [];
  const market = join(folder, 'market');
  const imported = await importMarket({
    file,
    folder: market,
    strict: rest.strict === true,
    onBadLine: (line) => bad.push(line),
  });
  return { ...imported, bad, index: MarketIndex.open(indexPath(market)) };
}

describe('importMarket', () => {
  it('imports plain products and documents with the product under "product", in any order', async () => {
    const shirt = {
      id: 'x',
      contents: 'ignored',
      product: { ...LAMP, product_id: 3, title: 'Shirt', service: ['COD', 'default'] },
    };
    const { index, imported } = await load([LAMP, shirt]);
    expect(imported).toBe(2);
    expect(index.product(0)).toMatchObject({ product_id: '3', title: 'Shirt', service: ['COD'] });
    expect(index.product(1)).toEqual(sampleProduct('7', LAMP));
    index.close();
  });

  it('imports gzip files and keeps every field that the generator writes', async () => {
    const products = [...new Marketplace(300, 9)];
    const { index } = await load(new Random(1).sample(products, products.length), { gzip: true });
    expect(Array.from(products, (_, doc) => index.product(doc))).toEqual(products);
    index.close();
  });

  it('skips invalid lines, with line number, reason and count', async () => {
    const { index, ...result } = await load([
      LAMP,
      '{"product_id": "1", ',
      '[]',
      { ...LAMP, product_id: '' },
      { ...LAMP, product_id: '8', price: '12' },
      { ...LAMP, product_id: '8', price: -1 },
      { ...LAMP, product_id: 'a,b' },
      { ...LAMP, product_id: '8', service: ['lazmall'] },
      { ...LAMP, product_id: '8', title: undefined },
      { ...LAMP, title: 'A second lamp with the same id' },
      '',
      { ...LAMP, product_id: '9', sku_options: { a: { size: 42 } }, attributes: { brand: 'solo', n: [1, true] } },
    ]);
    expect(result.lines).toBe(11);
    expect(result.imported).toBe(2);
    expect(result.skipped).toBe(9);
    expect(result.bad.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const reasons = result.bad.map(({ reason }) => reason).join('\n');
    expect(reasons).toMatch(
      /is not JSON.*\n.*\nproduct_id: is empty\nprice: must be a number\nprice: must not be negative/,
    );
    expect(reasons).toContain('service: "lazmall" is none of official, freeShipping, COD, flashsale');
    expect(reasons).toContain('product_id: "7" is already on line 1');
    expect(index.product(0).title).toBe('Red lamp');
    expect(index.product(1)).toMatchObject({
      sku_options: { a: { size: '42' } },
      attributes: { brand: ['solo'], n: ['1', 'true'] },
    });
    index.close();
  });

  it('imports products with empty fields and rejects those that cannot be stored', async () => {
    const { index, ...result } = await load([
      { ...LAMP, sku_options: [], attributes: { a: null, b: ['x'] } },
      { ...LAMP, product_id: '\ud800' },
      '{"product_id":"8","shop_id":"1","title":"x","price":1,"attributes":{"__proto__":["y"]}}',
      { ...LAMP, product_id: '9', attributes: { a: { deep: 1 } } },
    ]);
    expect(index.product(0)).toMatchObject({ sku_options: {}, attributes: { b: ['x'] } });
    expect(result.bad.map(({ reason }) => reason)).toEqual([
      'product_id: is not valid Unicode',
      'holds the key "__proto__", which objects cannot keep',
      'attributes: must be {key: [value]}',
    ]);
    index.close();
  });

  it('an import with --strict stops at the first invalid line and leaves the market unchanged', async () => {
    (await load([LAMP])).index.close();
    const before = readFileSync(indexPath(join(folder, 'market')));
    await expect(load([{ ...LAMP, product_id: '8' }, 'nonsense'], { strict: true })).rejects.toThrow(
      /line 2: is not JSON/,
    );
    await expect(load([LAMP, LAMP], { strict: true })).rejects.toThrow(/line 2: product_id: "7" is already on line 1/);
    expect(readFileSync(indexPath(join(folder, 'market'))).equals(before)).toBe(true);
    expect(readdirSync(join(folder, 'market'))).toEqual(['market.index']);
  });

  it('rejects a file without a single product, and a missing file', async () => {
    await expect(load(['nonsense'])).rejects.toThrow(/holds no usable product \(1 lines read\)/);
    await expect(load([])).rejects.toThrow(/holds no usable product/);
    const missing = importMarket({ file: join(folder, 'missing.jsonl'), folder: join(folder, 'market') });
    await expect(missing).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(existsSync(indexPath(join(folder, 'market')))).toBe(false);
  });
});

describe('sortProducts', () => {
  it('imports the items of WebShop, one array of objects, and finds them', async () => {
    const items = [
      {
        asin: 'B000000002',
        name: 'Desk lamp',
        pricing: '$20.00',
        customization_options: { Color: [{ value: 'Teal' }] },
      },
      { asin: 'nan', name: 'No number', pricing: '$1.00', customization_options: '' },
      { asin: 'B000000001', name: 'Floor lamp', pricing: '', seller_id: 'S1', customization_options: {} },
      { asin: 'B000000002', name: 'Desk lamp again', pricing: '$21.00', customization_options: '' },
    ];
    const file = join(folder, 'items_shuffle.json');
    writeFileSync(file, JSON.stringify(items));
    const bad: BadLine[] = [];
    const market = join(folder, 'market');
    const onBadLine = (line: BadLine): unknown => bad.push(line);
    expect(await importMarket({ file, format: 'webshop', folder: market, onBadLine })).toMatchObject({
      lines: 4,
      imported: 2,
      skipped: 2,
    });
    expect(bad).toEqual([
      { line: 2, reason: 'asin: is not an item number' },
      { line: 4, reason: 'product_id: "B000000002" is already on item 1' },
    ]);
    const search = EmbeddedSearch.open(indexPath(market));
    const found = search.findNow(parseProductQuery({ q: 'teal lamp', price: '0-50' })!);
    expect(found).toMatchObject([{ product_id: 'B000000002', price: 20, shop_id: 'webshop' }]);
    await search.close();
    await expect(importMarket({ file, format: 'webshop', folder: market, strict: true })).rejects.toThrow(
      /, item 2: asin/,
    );
  });

  it('merging runs from disk gives the same order as one sort in memory', async () => {
    const products = new Random(3).sample([...new Marketplace(200, 4)], 200);
    async function* numbered() {
      for (const [place, product] of products.entries()) yield { line: place + 1, product };
    }
    const small = await Array.fromAsync(sortProducts(numbered(), join(folder, 'small'), 10_000));
    const large = await Array.fromAsync(sortProducts(numbered(), join(folder, 'large')));
    expect(readdirSync(folder).filter((name) => name.startsWith('small')).length).toBeGreaterThan(10);
    expect(small).toEqual(large);
    expect(small.map(({ product }) => product.product_id)).toEqual(
      products.map((product) => product.product_id).sort(),
    );
  });
});
