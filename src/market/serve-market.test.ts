import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ThreadedSearch } from './search/threaded-search.ts';
import { createMarketServer } from './serve-market.ts';
import { SAMPLE_PRODUCTS } from './testing/sample-products.ts';
import { writeIndex } from './testing/write-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-serve-'));
const products = SAMPLE_PRODUCTS.length;
let search: ThreadedSearch;
let strict: FastifyInstance;
let compat: FastifyInstance;
let strictUrl: string;
let compatUrl: string;

beforeAll(async () => {
  const path = join(folder, 'market.index');
  await writeIndex(path, SAMPLE_PRODUCTS, { kind: 'import', file: 'sample' });
  search = ThreadedSearch.open(path, 2);
  strict = createMarketServer({ search, products });
  compat = createMarketServer({ search, products, compat: true });
  strictUrl = await strict.listen({ port: 0 });
  compatUrl = await compat.listen({ port: 0 });
});

afterAll(async () => {
  await Promise.all([strict.close(), compat.close()]);
  await search.close();
  rmSync(folder, { recursive: true });
});

async function get(path: string, url = strictUrl): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}${path}`);
  return { status: response.status, body: await response.json() };
}

describe('the market server', () => {
  it('find_product answers with product cards', async () => {
    expect(await get('/find_product?q=teapot&page=1')).toEqual({
      status: 200,
      body: [
        {
          product_id: '100',
          shop_id: 'shop-a',
          title: 'Blue Teapot 1.2L “Dragon” – 茶壺',
          price: 499.5,
          service: ['official', 'flashsale'],
          sold_count: 4_000_000_000,
        },
      ],
    });
  });

  it('find_product applies every filter of the API', async () => {
    const { body } = await get(
      '/find_product?q=twin+lamp&page=1&shop_id=shop-b&price=15-&service=official&sort=pricedesc',
    );
    expect((body as { product_id: string }[]).map(({ product_id }) => product_id)).toEqual(['2010']);
  });

  it('view_product_information returns the readable part of a product, and get_product_raw all of it', async () => {
    const [teapot] = SAMPLE_PRODUCTS;
    const { product_id, short_description, description, sku_options, attributes } = teapot!;
    expect(await get('/view_product_information?product_ids=100,unknown')).toEqual({
      status: 200,
      body: [{ product_id, short_description, description, sku_options, attributes }],
    });
    expect(await get('/get_product_raw?product_ids=100')).toEqual({ status: 200, body: [teapot] });
  });

  it('the market server reports its health and what it serves', async () => {
    expect(await get('/health')).toEqual({
      status: 200,
      body: { status: 'healthy', service: 'search-server', products },
    });
    expect((await get('/')).status).toBe(200);
    expect(await get('/admin')).toEqual({
      status: 404,
      body: { detail: 'There is no GET /admin here.', error_code: 'NOT_FOUND' },
    });
  });

  it.each([
    '/find_product?q=lamp&price=above:10',
    '/find_product?q=lamp&service=lazmall',
    '/find_product?q=lamp&page=9',
    '/find_product?q=lamp&sort=best',
  ])('answers %s with 400 and the accepted form, or like the reference in compatible mode', async (path) => {
    expect(await get(path)).toEqual({
      status: 400,
      body: { detail: expect.stringContaining('must be'), error_code: 'SEARCH_FILTER_INVALID' },
    });
    const { status, body } = await get(`${path}&page=1`, compatUrl);
    expect(status).toBe(200);
    expect(Array.isArray(body)).toBe(true);
  });

  it.each([
    ['no query', '/find_product'],
    ['an empty query', '/find_product?q=&page=1'],
    ['100 kB of query', `/find_product?q=${'lamp+'.repeat(20_000)}`],
    ['no ids', '/view_product_information'],
    ['too many ids', `/view_product_information?product_ids=${'100,'.repeat(200)}`],
  ])('answers %s with an explanation', async (_, path) => {
    expect(await get(path)).toEqual({
      status: 400,
      body: { detail: expect.stringMatching(/^(q|product_ids) .*\. Send /), error_code: 'SEARCH_QUERY_INVALID' },
    });
    expect((await get(path, compatUrl)).status).toBe(200);
  });

  it.each([
    '/find_product?q=%ff%fe%00',
    '/find_product?q=%F0%9F%94%A5',
    '/find_product?q=%00%01%1b[2J',
    "/find_product?q=%27%3B DROP TABLE x--&shop_id=' OR 1=1",
    '/find_product?q[]=lamp&q[a]=b&page[]=1',
    '/find_product?q=lamp&q=teapot&page=1&page=2',
    '/find_product?q=%',
    '/find_product?__proto__=1&constructor=2&q=lamp',
    '/view_product_information?product_ids=,,%00,../../x,%F0%9F%94%A5',
  ])('answers %s without failing', async (path) => {
    for (const url of [strictUrl, compatUrl]) {
      const { status } = await get(path, url);
      expect([200, 400]).toContain(status);
    }
    expect((await get('/health')).status).toBe(200);
  });

  it.each(['/%', '/%ff', '/find_product/%'])('answers the malformed path %s with a regular error', async (path) => {
    expect(await get(path)).toEqual({ status: 400, body: { detail: expect.any(String), error_code: 'BAD_REQUEST' } });
  });

  it('the market server survives bytes that are not HTTP', async () => {
    const { port, hostname } = new URL(strictUrl);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.end('GET /find_product?q=\u00ff\u0000 NONSENSE\r\n\r\n'),
      );
      socket
        .on('close', () => resolve())
        .on('error', () => resolve())
        .resume();
    });
    expect((await get('/health')).status).toBe(200);
  });
});
