import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { EmbeddedSearch } from './search/embedded-search.ts';
import { createMarketServer } from './serve-market.ts';
import { SAMPLE_PRODUCTS } from './testing/sample-products.ts';
import { writeIndex } from './testing/write-index.ts';

const PACKAGE = fileURLToPath(new URL('../../python/search-client', import.meta.url));
const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!hasPython)(`the Python client${hasPython ? '' : ' (python3 is not there)'}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-client-'));
  let search: EmbeddedSearch;
  let server: FastifyInstance;
  let url: string;
  beforeAll(async () => {
    const path = join(folder, 'market.index');
    await writeIndex(path, SAMPLE_PRODUCTS, { kind: 'import', file: 'sample' });
    search = EmbeddedSearch.open(path);
    server = createMarketServer({ search, products: SAMPLE_PRODUCTS.length });
    url = await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await server.close();
    await search.close();
    rmSync(folder, { recursive: true });
  });

  /** Evaluates Python expressions in one process; `search` is a client in them. */
  async function valuesOf(expressions: readonly string[], address = url): Promise<unknown[]> {
    const program = [
      'import json, sys',
      'from assay_search import SearchError, SearchServer',
      'search = SearchServer(sys.argv[1])',
      'ids = lambda cards: [card["product_id"] for card in cards]',
      'for expression in json.loads(sys.argv[2]):',
      '    try:',
      '        result = eval(expression)',
      '    except SearchError as error:',
      '        result = {"error": str(error), "status": error.status, "code": error.code}',
      '    print(json.dumps(result))',
    ].join('\n');
    const environment = { ...process.env, PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1' };
    const words = ['-c', program, address, JSON.stringify(expressions)];
    const { stdout } = await promisify(execFile)('python3', words, { env: environment });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  it('the Python client finds products with every filter', async () => {
    const found = await valuesOf([
      'ids(search.find("twin", sort="pricedesc"))',
      'ids(search.find("twin", price=(10, 20.0)))',
      'ids(search.find("twin", price=(20, None), shop_id="shop-b"))',
      'ids(search.find("twin", service=["COD", "freeShipping"]))',
      'ids(search.find("crowd", page=5))[0]',
      'len(list(search.find_all("crowd")))',
      'len(list(search.find_all("twin")))',
    ]);
    expect(found).toEqual([
      ['201', '2010', '2002', '2001'],
      ['2001', '2002'],
      ['2002', '2010'],
      ['201'],
      '3040',
      50,
      4,
    ]);
  });

  it('the Python client returns products as they were added', async () => {
    const { product_id, short_description, description, sku_options, attributes } = SAMPLE_PRODUCTS[0]!;
    const found = await valuesOf([
      'search.raw(["100"])',
      'search.view(["100", "unknown"])',
      'len(search.view([str(3000 + n % 60) for n in range(250)]))',
      'search.health()["products"]',
    ]);
    expect(found).toEqual([
      [SAMPLE_PRODUCTS[0]],
      [{ product_id, short_description, description, sku_options, attributes }],
      250,
      SAMPLE_PRODUCTS.length,
    ]);
  });

  it('the Python client raises with the reason of the server, or that there is no server', async () => {
    expect(await valuesOf(['search.find("twin", sort="best")'])).toEqual([
      {
        error: expect.stringContaining('must be one of default, order, priceasc, pricedesc'),
        status: 400,
        code: 'SEARCH_FILTER_INVALID',
      },
    ]);
    const away = `http://127.0.0.1:${await freePort()}`;
    expect(await valuesOf(['search.find("twin")'], away)).toMatchObject([
      { error: expect.stringContaining('did not answer'), status: null },
    ]);
  });
});
