import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { scaled } from '../../testing/scaled.ts';
import { Marketplace } from '../marketplace.ts';
import type { Product } from '../product.ts';
import { BruteForceSearch } from '../testing/brute-force-search.ts';
import { randomQuery } from '../testing/random-query.ts';
import { sampleProduct } from '../testing/sample-products.ts';
import { describeSearch } from '../testing/search-conformance.ts';
import { writeIndex } from '../testing/write-index.ts';
import { EmbeddedSearch } from './embedded-search.ts';
import type { Search } from './search.ts';
import { ThreadedSearch } from './threaded-search.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-search-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SOURCE = { kind: 'import', file: 'test' } as const;

async function index(name: string, products: readonly Product[], postingsPerRun?: number): Promise<string> {
  const path = join(folder, name);
  await writeIndex(path, products, SOURCE, postingsPerRun);
  return path;
}

describeSearch('BruteForceSearch', async (products) => new BruteForceSearch(products));
describeSearch('EmbeddedSearch', async (products) => EmbeddedSearch.open(await index('embedded', products)));
describeSearch('ThreadedSearch', async (products) => ThreadedSearch.open(await index('threaded', products), 2));

async function expectSameAnswers(
  engine: Search,
  oracle: Search,
  products: readonly Product[],
  queries: number,
  seed: number,
) {
  const random = new Random(seed);
  let found = 0;
  for (let number = 0; number < queries; number++) {
    const query = randomQuery(random, products);
    const expected = await oracle.find(query);
    expect(await engine.find(query), JSON.stringify(query)).toEqual(expected);
    found += expected.length;
  }
  return found;
}

describe('the embedded engine', () => {
  it('the embedded engine answers 2,000 random queries on 10,000 products exactly as scoring every product does', {
    tags: 'slow',
    timeout: scaled(300_000),
  }, async () => {
    const products = [...new Marketplace(10_000, 3)];
    // Small runs, so that merging many runs is tested too.
    const engine = EmbeddedSearch.open(await index('exact', products, 50_000));
    const found = await expectSameAnswers(engine, new BruteForceSearch(products), products, 2_000, 17);
    expect(found).toBeGreaterThan(5_000);
    await engine.close();
  });

  it('the embedded engine is exact for rare pairs of frequency and length without a code', {
    timeout: scaled(120_000),
  }, async () => {
    const random = new Random(23);
    const words = Array.from({ length: 40 }, (_, number) => `word${number}`);
    const products = Array.from({ length: 9_000 }, (_, number) =>
      sampleProduct(String(number), {
        shop_id: String(number % 7),
        title: Array.from({ length: 1 + random.integer(300) }, () => words[Math.floor(40 * random.next() ** 2)]).join(
          ' ',
        ),
        price: random.integer(500),
        service: random.chance(0.5) ? ['COD'] : [],
        sold_count: random.integer(10),
      }),
    );
    const engine = EmbeddedSearch.open(await index('rare', products));
    expect(engine.index.words('rarePostings').length).toBeGreaterThan(1_000);
    await expectSameAnswers(engine, new BruteForceSearch(products), products, 100, 29);
    await engine.close();
  });

  it('the embedded engine gives the same answers from many threads as from one', async () => {
    const products = [...new Marketplace(3_000, 5)];
    const path = await index('shared', products);
    const [threaded, embedded] = [ThreadedSearch.open(path, 3), EmbeddedSearch.open(path)];
    const random = new Random(31);
    const queries = Array.from({ length: 300 }, () => randomQuery(random, products));
    const answers = await Promise.all(queries.map((query) => threaded.find(query)));
    expect(answers).toEqual(queries.map((query) => embedded.findNow(query)));
    await Promise.all([threaded.close(), embedded.close()]);
  });
});
