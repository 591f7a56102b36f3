import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../random/random.ts';
import { freePort } from '../../testing/free-port.ts';
import { scaled } from '../../testing/scaled.ts';
import { analyse } from '../analysis/analyse.ts';
import { Marketplace } from '../marketplace.ts';
import type { Product } from '../product.ts';
import { EmbeddedSearch } from '../search/embedded-search.ts';
import type { ProductQuery } from '../search/search.ts';
import { findOpenSearch, OpenSearchNode } from '../testing/opensearch-node.ts';
import { randomQuery } from '../testing/random-query.ts';
import { SAMPLE_PRODUCTS, sampleProduct } from '../testing/sample-products.ts';
import { describeSearch } from '../testing/search-conformance.ts';
import { writeIndex } from '../testing/write-index.ts';
import { importIntoOpenSearch } from './import-into-opensearch.ts';
import { OpenSearchSearch } from './opensearch-search.ts';

const found = findOpenSearch();
const reason = 'reason' in found ? ` (${found.reason})` : '';

function query(words: string, rest: Partial<ProductQuery> = {}): ProductQuery {
  return { terms: analyse(words), page: 1, services: [], sort: 'default', ...rest };
}

async function* each(products: readonly Product[]): AsyncGenerator<Product> {
  yield* products;
}

describe.skipIf('reason' in found)(`a real OpenSearch server${reason}`, { timeout: scaled(60_000) }, () => {
  let node: OpenSearchNode;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-opensearch-'));
    if ('java' in found) node = await OpenSearchNode.start(found.java, found.folder);
  }, scaled(90_000));
  afterAll(async () => {
    await node?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(index: string, products: readonly Product[], shards = 1): Promise<OpenSearchSearch> {
    const address = { url: node.url, index };
    await importIntoOpenSearch({ address, products: each(products), shards });
    return await OpenSearchSearch.open(address);
  }

  async function embedded(name: string, products: readonly Product[]): Promise<EmbeddedSearch> {
    const path = join(folder, name);
    await writeIndex(path, products, { kind: 'import', file: name });
    return EmbeddedSearch.open(path);
  }

  async function indexNames(pattern: string): Promise<string[]> {
    const answer = await fetch(`${node.url}/_cat/indices/${pattern}?format=json&h=index`);
    return ((await answer.json()) as { index: string }[]).map(({ index }) => index);
  }

  describeSearch('OpenSearchSearch', (products) => open('sample', products));
  describeSearch('OpenSearchSearch on three shards', (products) => open('sharded', products, 3));

  it.each([1, 4])(
    'OpenSearch answers 300 random queries exactly as the embedded index does, on %i shards',
    async (shards) => {
      const products = [...new Marketplace(3_000, 3)];
      const [search, oracle] = [await open('exact', products, shards), await embedded('exact', products)];
      const random = new Random(17, shards);
      let matches = 0;
      for (let number = 0; number < 300; number++) {
        const asked = randomQuery(random, products);
        const expected = await oracle.find(asked);
        expect(await search.find(asked), JSON.stringify(asked)).toEqual(expected);
        matches += expected.length;
      }
      expect(matches).toBeGreaterThan(800);
      await Promise.all([search.close(), oracle.close()]);
    },
  );

  it('OpenSearch weighs a word as often as a query repeats it', async () => {
    const products = [...new Marketplace(500, 11)];
    const [search, oracle] = [await open('repeated', products), await embedded('repeated', products)];
    for (const [number, { title }] of products.slice(0, 40).entries()) {
      const words = title.split(' ');
      const asked = query(`${words[0]} ${`${words[1]} `.repeat(1 + (number % 60))} ${words[2]}`, { page: 2 });
      expect(await search.find(asked), title).toEqual(await oracle.find(asked));
    }
    await Promise.all([search.close(), oracle.close()]);
  });

  it('OpenSearch stores products byte for byte, whatever their attributes are called', async () => {
    const strange = sampleProduct('strange', {
      title: 'strange teapot',
      attributes: {
        'a.b': ['1'],
        '.': ['2'],
        '': ['3'],
        _id: ['4'],
        constructor: ['5'],
        'ключ \u0000': ['\ud83d\ude00'],
      },
      sku_options: { z: { b: '1', a: '2' }, a: { '..': 'x' } },
    });
    const search = await open('strange', [strange]);
    expect(JSON.stringify(await search.products(['strange']))).toBe(JSON.stringify([strange]));
    await search.close();
  });

  it('OpenSearch returns nothing for ids that never existed', async () => {
    const search = await open('ids', SAMPLE_PRODUCTS);
    const strange = ['\u0000', '../../x', '🔥', 'x'.repeat(5_000), '_search', '*', '\ud800'];
    expect(await search.products([...strange, '100'])).toEqual([SAMPLE_PRODUCTS[0]]);
    expect(await search.find(query('teapot', { shopId: '*' }))).toEqual([]);
    await search.close();
  });

  it('OpenSearch serves the old market until the new one is complete, and keeps one index', async () => {
    const search = await open('replaced', [sampleProduct('1', { title: 'old lamp' })]);
    const before = await indexNames('replaced-*');
    async function* failing(): AsyncGenerator<Product> {
      yield sampleProduct('2', { title: 'new lamp' });
      expect(await search.find(query('lamp'))).toHaveLength(1);
      throw new Error('the disk with the file is gone');
    }
    const address = { url: node.url, index: 'replaced' };
    await expect(importIntoOpenSearch({ address, products: failing(), shards: 1 })).rejects.toThrow(
      'disk with the file',
    );
    expect(await indexNames('replaced-*')).toEqual(before);
    expect((await search.find(query('lamp'))).map(({ product_id }) => product_id)).toEqual(['1']);

    const products = [sampleProduct('2', { title: 'new lamp' }), sampleProduct('3', { title: 'lamp' })];
    await importIntoOpenSearch({ address, products: each(products), shards: 1 });
    expect((await search.find(query('new lamp'))).map(({ product_id }) => product_id)).toEqual(['2', '3']);
    const after = await indexNames('replaced-*');
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    await search.close();
  });

  it('leaves indexes and aliases of others in OpenSearch alone', async () => {
    const headers = { 'content-type': 'application/json' };
    await fetch(`${node.url}/foreign`, { method: 'PUT', headers, body: '{"aliases": {"alias-of-foreign": {}}}' });
    for (const index of ['foreign', 'alias-of-foreign']) {
      const address = { url: node.url, index };
      const importing = importIntoOpenSearch({ address, products: each(SAMPLE_PRODUCTS), shards: 1 });
      await expect(importing).rejects.toMatchObject({ code: 'INPUT_INVALID' });
      await expect(OpenSearchSearch.open(address)).rejects.toMatchObject({ code: 'INDEX_UNREADABLE' });
    }
    expect(await indexNames('*foreign*')).toEqual(['foreign']);
  });

  it('reports a missing market, and an OpenSearch server that is unreachable or of another kind', async () => {
    await expect(OpenSearchSearch.open({ url: node.url, index: 'missing' })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    const away = `http://127.0.0.1:${await freePort()}`;
    // The message does not contain the address, because agents see it.
    await expect(OpenSearchSearch.open({ url: away, index: 'sample' })).rejects.toMatchObject({
      code: 'SEARCH_FAILED',
      message: 'OpenSearch did not answer (ConnectionError).',
    });
    const other = createServer((_request, reply) => reply.setHeader('content-type', 'application/json').end('{}'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    await expect(OpenSearchSearch.open({ url: `http://127.0.0.1:${port}`, index: 'sample' })).rejects.toMatchObject({
      code: 'SEARCH_FAILED',
      message: expect.stringContaining('not OpenSearch'),
    });
    other.close();
  });
});
